# Simulates TCP flows over a path with random losses or a slow reverse link in ns-2, and prints their goodput [Mb/s] from 20 s
# to 220 s. The means in crates/core/engine/tests/paths.rs come from this script, with the seeds 1 to 30:
#
#   ns scripts/ns2/paths.tcl seed 1 tcp Newreno flows 1 loss 0.01 rate 100Mb limit 500 ack_rate 100Mb ack_limit 1000
#
# Each flow has own links of 100 Mb/s and 5 ms; the bottleneck has 20 ms. Packets have 1000 bytes.

array set scene $argv
foreach name {seed tcp flows loss rate limit ack_rate ack_limit} {
    if {![info exists scene($name)]} { puts stderr "paths.tcl: $name is missing"; exit 2 }
}
ns-random $scene(seed)
set starts [new RNG]
$starts seed $scene(seed)

Agent/TCP set window_ 1000
Agent/TCP set packetSize_ 960
Agent/TCP set windowInit_ 2
Agent/TCP set tcpTick_ 0.01
Agent/TCP set minrto_ 0.2
Agent/TCP set singledup_ 1

set ns [new Simulator]
set near [$ns node]
set far [$ns node]
$ns simplex-link $near $far $scene(rate) 20ms DropTail
$ns simplex-link $far $near $scene(ack_rate) 20ms DropTail
$ns queue-limit $near $far $scene(limit)
$ns queue-limit $far $near $scene(ack_limit)

for {set flow 0} {$flow < $scene(flows)} {incr flow} {
    set from [$ns node]
    set to [$ns node]
    $ns duplex-link $from $near 100Mb 5ms DropTail
    $ns duplex-link $far $to 100Mb 5ms DropTail
    foreach {a b} [list $from $near $near $from $far $to $to $far] { $ns queue-limit $a $b 10000 }
    if {$scene(loss) > 0} {
        set losses [new ErrorModel]
        set draws [new RandomVariable/Uniform]
        set stream [new RNG]
        $stream seed [expr $scene(seed) * 1000 + $flow + 7]
        $draws use-rng $stream
        $losses unit pkt
        $losses set rate_ $scene(loss)
        $losses ranvar $draws
        $losses drop-target [new Agent/Null]
        $ns lossmodel $losses $far $to
    }
    set sender [new Agent/TCP/$scene(tcp)]
    set receiver [new Agent/TCPSink]
    $ns attach-agent $from $sender
    $ns attach-agent $to $receiver
    $ns connect $sender $receiver
    set source [new Application/FTP]
    $source attach-agent $sender
    $ns at [$starts uniform 0 1] "$source start"
    lappend senders $sender
}

proc acknowledged {} {
    global senders
    set packets 0
    foreach sender $senders { set packets [expr $packets + [$sender set ack_]] }
    return $packets
}
$ns at 20 { set before [acknowledged] }
$ns at 220 {
    puts [expr ([acknowledged] - $before) * 8000.0 / 200 / 1e6]
    exit 0
}
$ns run
