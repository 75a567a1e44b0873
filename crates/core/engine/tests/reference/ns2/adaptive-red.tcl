# ns-2 on the dumbbell of the other cases, RED with or without adaptive_; writes the trace of the bottleneck queue.
#   ns adaptive-red.tcl SEED ADAPTIVE TCP_FLOWS UDP_FLOWS UDP_BPS CAPACITY_BPS GENTLE MAX_P W_Q BUFFER MIN_TH MAX_TH DURATION_S
lassign $argv seed adaptive tcp_flows udp_flows udp_bps capacity gentle max_p w_q buffer min_th max_th duration

# Close seeds begin with close draws in ns-2, so the seeds are spread.
ns-random [expr {$seed * 7919 + 104729}]
set ns [new Simulator]
$ns rtproto Static
Queue/RED set bytes_ false
Queue/RED set queue_in_bytes_ false
Queue/RED set use_mark_p_ false
Queue/RED set mean_pktsize_ 1000
Queue/RED set idle_pktsize_ 1000
Queue/RED set wait_ true
Queue/RED set gentle_ $gentle
Queue/RED set thresh_ $min_th
Queue/RED set maxthresh_ $max_th
Queue/RED set q_weight_ $w_q
Queue/RED set linterm_ [expr {1.0 / $max_p}]
Queue/RED set adaptive_ $adaptive
Agent/TCP set window_ 100
Agent/TCP set packetSize_ 960
Agent/TCP set minrto_ 0.2
Agent/TCP set tcpTick_ 0.01
Agent/UDP set packetSize_ 1000

set left [$ns node]
set right [$ns node]
$ns simplex-link $left $right $capacity 10ms RED
$ns simplex-link $right $left $capacity 10ms DropTail
$ns queue-limit $left $right $buffer
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
for {set i 0} {$i < $udp_flows} {incr i} {
    lassign [pair] from to
    set agent [new Agent/UDP]
    $agent set fid_ $id
    set sink [new Agent/Null]
    $ns attach-agent $from $agent
    $ns attach-agent $to $sink
    $ns connect $agent $sink
    set source [new Application/Traffic/CBR]
    $source set packetSize_ 1000
    $source set rate_ $udp_bps
    $source set random_ 0
    $source attach-agent $agent
    $ns at [$start value] "$source start"
    incr id
}
for {set i 0} {$i < $tcp_flows} {incr i} {
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
$ns at $duration "exit 0"
$ns run
