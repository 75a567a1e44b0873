# Simulates a dumbbell in ns-2: the scene of a preset, which scripts/bench-ns2.mjs passes as pairs of name and value.
#
# There are two routers, and two hosts for each flow. Routes are set by hand, because ns-2's own routing would first compute
# a table for every pair of nodes. There is no trace, because tracing would cost more than the simulation. At the end the
# script prints the number of packets that the sources sent, as far as ns-2 knows it without a monitor. The benchmark shows
# this number beside ours.

array set scene $argv
foreach name {queue duration seed capacity_bps delay_s access_bps access_delay_s limit udp udp_bps tcp window bytes ecn} {
    if {![info exists scene($name)]} { puts stderr "dumbbell.tcl: $name is missing"; exit 2 }
}
ns-random $scene(seed)
set starts [new RNG]
$starts next-substream

switch $scene(queue) {
    RED {
        Queue/RED set bytes_ false
        Queue/RED set queue_in_bytes_ false
        Queue/RED set gentle_ false
        Queue/RED set thresh_ $scene(min_th)
        Queue/RED set maxthresh_ $scene(max_th)
        Queue/RED set q_weight_ $scene(w_q)
        Queue/RED set linterm_ [expr 1.0 / $scene(max_p)]
        Queue/RED set mean_pktsize_ $scene(bytes)
    }
    DRR {
        Queue/DRR set buckets_ [expr 2 * ($scene(udp) + $scene(tcp)) + 10]
        Queue/DRR set blimit_ [expr $scene(limit) * $scene(bytes)]
        Queue/DRR set quantum_ $scene(bytes)
        Queue/DRR set mask_ 0
    }
}

set ns [new Simulator]
$ns rtproto Manual

# Sets the routes of a node: one to a neighbour, and the default route for all other packets.
proc route {node neighbour} { [$node get-module Manual] add-route-to-adj-node $neighbour }
proc route_default {node neighbour} { [$node get-module Manual] add-route-to-adj-node -default $neighbour }

set near [$ns node]
set far [$ns node]
$ns simplex-link $near $far $scene(capacity_bps) $scene(delay_s)s $scene(queue)
$ns simplex-link $far $near $scene(capacity_bps) $scene(delay_s)s DropTail
$ns queue-limit $near $far $scene(limit)
$ns queue-limit $far $near 100000
route_default $near $far
route_default $far $near

# Creates a host with its own link to a router.
proc host {router} {
    global ns scene
    set host [$ns node]
    $ns duplex-link $host $router $scene(access_bps) $scene(access_delay_s)s DropTail
    $ns queue-limit $host $router 100000
    $ns queue-limit $router $host 100000
    route_default $host $router
    route $router $host
    return $host
}

set gap [expr 8.0 * $scene(bytes) / $scene(udp_bps)]
set packets 0
set senders {}
for {set flow 0} {$flow < $scene(udp) + $scene(tcp)} {incr flow} {
    set start [$starts uniform 0 1]
    set from [host $near]
    set to [host $far]
    if {$flow < $scene(udp)} {
        set sender [new Agent/UDP]
        $sender set packetSize_ $scene(bytes)
        set receiver [new Agent/Null]
        set source [new Application/Traffic/CBR]
        $source set packetSize_ $scene(bytes)
        $source set interval_ $gap
        incr packets [expr int(($scene(duration) - $start) / $gap) + 1]
    } else {
        set sender [new Agent/TCP/Newreno]
        # ns-2 adds 40 bytes of headers to this size.
        $sender set packetSize_ [expr $scene(bytes) - 40]
        $sender set window_ $scene(window)
        $sender set ecn_ $scene(ecn)
        set receiver [new Agent/TCPSink]
        set source [new Application/FTP]
        lappend senders $sender
    }
    $sender set fid_ $flow
    $ns attach-agent $from $sender
    $ns attach-agent $to $receiver
    $ns connect $sender $receiver
    $source attach-agent $sender
    $ns at $start "$source start"
}

$ns at $scene(duration) {
    foreach sender $senders { incr packets [$sender set ndatapack_] }
    puts $packets
    exit 0
}
$ns run
