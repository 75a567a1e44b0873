# Model 1 of the CHOKeD thesis for ns-2.35 with RED in the units that its defaults have (bytes, a mean packet of 500 bytes, gentle), UDP
# of 0.85 Mb/s in packets of 500 bytes and TCP windows of 20 packets: the RED lane of presets/choked-model1-ns2-units.json. Writes
# the events of the bottleneck queue, in ns-2's trace format.
#   ns model1-ns2-units.tcl SEED
lassign $argv seed

# Close seeds begin with close draws in ns-2, so the seeds are spread.
ns-random [expr {$seed * 7919 + 104729}]
set ns [new Simulator]
$ns rtproto Static
Queue/RED set bytes_ true
Queue/RED set queue_in_bytes_ true
Queue/RED set use_mark_p_ true
Queue/RED set mean_pktsize_ 500
Queue/RED set idle_pktsize_ 500
Queue/RED set wait_ true
Queue/RED set gentle_ true
Queue/RED set thresh_ 40
Queue/RED set maxthresh_ 80
Queue/RED set q_weight_ 0.02
Queue/RED set linterm_ 10
Agent/TCP set window_ 20
Agent/TCP set packetSize_ 960
Agent/TCP set minrto_ 0.2
Agent/TCP set tcpTick_ 0.01
Agent/UDP set packetSize_ 500

set left [$ns node]
set right [$ns node]
$ns simplex-link $left $right 1Mb 10ms RED
$ns simplex-link $right $left 1Mb 10ms DropTail
$ns queue-limit $left $right 100
$ns queue-limit $right $left 100000
$ns trace-queue $left $right [open "|cat" w]

set start [new RandomVariable/Uniform]
$start set min_ 0.0
$start set max_ 1.0
for {set i 0} {$i < 100} {incr i} { $start value }

proc pair {} {
    global ns left right
    set from [$ns node]
    set to [$ns node]
    $ns duplex-link $from $left 10Mb 10ms DropTail
    $ns duplex-link $right $to 10Mb 10ms DropTail
    foreach {a b} [list $from $left $left $from $right $to $to $right] { $ns queue-limit $a $b 100000 }
    return [list $from $to]
}

set id 0
for {set i 0} {$i < 1} {incr i} {
    lassign [pair] from to
    set agent [new Agent/UDP]
    $agent set fid_ $id
    set sink [new Agent/Null]
    $ns attach-agent $from $agent
    $ns attach-agent $to $sink
    $ns connect $agent $sink
    set source [new Application/Traffic/CBR]
    $source set packetSize_ 500
    $source set rate_ 850000
    $source set random_ 0
    $source attach-agent $agent
    $ns at [$start value] "$source start"
    incr id
}
for {set i 0} {$i < 33} {incr i} {
    lassign [pair] from to
    set agent [new Agent/TCP/Newreno]
    $agent set fid_ $id
    set sink [new Agent/TCPSink]
    $ns attach-agent $from $agent
    $ns attach-agent $to $sink
    $ns connect $agent $sink
    set source [new Application/FTP]
    $source attach-agent $agent
    $ns at [$start value] "$source start"
    incr id
}
$ns at 200 "exit 0"
$ns run
