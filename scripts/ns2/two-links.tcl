# Simulates TCP flows over two bottlenecks in a row in ns-2, and prints the goodput [Mb/s] of three groups from 20 s to 220 s:
# flows over both links, over the first link alone and over the second link alone. The means in
# crates/core/engine/tests/two_links.rs come from this script, with the seeds 1 to 30:
#
#   ns scripts/ns2/two-links.tcl seed 1 tcp Newreno both 2 first 2 second 2 rate1 10Mb rate2 10Mb queue2 DropTail limit 50
#
# Each flow has own links of 100 Mb/s and 5 ms; each bottleneck has 10 ms. Packets have 1000 bytes. The first queue is a
# DropTail queue. RED has the thresholds of 10 and 30 packets.

array set scene $argv
foreach name {seed tcp both first second rate1 rate2 queue2 limit} {
    if {![info exists scene($name)]} { puts stderr "two-links.tcl: $name is missing"; exit 2 }
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
Queue/RED set thresh_ 10
Queue/RED set maxthresh_ 30
Queue/RED set q_weight_ 0.002
Queue/RED set linterm_ 10
Queue/RED set gentle_ false
Queue/RED set adaptive_ 0
Queue/RED set setbit_ false
Queue/RED set bytes_ false
Queue/RED set queue_in_bytes_ false
Queue/RED set mean_pktsize_ 1000

set ns [new Simulator]
foreach place {0 1 2} { set router($place) [$ns node] }
$ns simplex-link $router(0) $router(1) $scene(rate1) 10ms DropTail
$ns simplex-link $router(1) $router(0) $scene(rate1) 10ms DropTail
$ns simplex-link $router(1) $router(2) $scene(rate2) 10ms $scene(queue2)
$ns simplex-link $router(2) $router(1) $scene(rate2) 10ms DropTail
foreach {a b} {0 1 1 2} {
    $ns queue-limit $router($a) $router($b) $scene(limit)
    $ns queue-limit $router($b) $router($a) 10000
}

foreach {group near far} {both 0 2 first 0 1 second 1 2} {
    set senders($group) {}
    for {set flow 0} {$flow < $scene($group)} {incr flow} {
        set from [$ns node]
        set to [$ns node]
        $ns duplex-link $from $router($near) 100Mb 5ms DropTail
        $ns duplex-link $router($far) $to 100Mb 5ms DropTail
        foreach {a b} [list $from $router($near) $router($near) $from $router($far) $to $to $router($far)] {
            $ns queue-limit $a $b 10000
        }
        set sender [new Agent/TCP/$scene(tcp)]
        set receiver [new Agent/TCPSink]
        $ns attach-agent $from $sender
        $ns attach-agent $to $receiver
        $ns connect $sender $receiver
        set source [new Application/FTP]
        $source attach-agent $sender
        $ns at [$starts uniform 0 1] "$source start"
        lappend senders($group) $sender
    }
}

proc acknowledged {} {
    global senders
    set counts {}
    foreach group {both first second} {
        set packets 0
        foreach sender $senders($group) { set packets [expr $packets + [$sender set ack_]] }
        lappend counts $packets
    }
    return $counts
}
$ns at 20 { set before [acknowledged] }
$ns at 220 {
    foreach was $before is [acknowledged] { lappend rates [expr ($is - $was) * 8000.0 / 200 / 1e6] }
    puts $rates
    exit 0
}
$ns run
