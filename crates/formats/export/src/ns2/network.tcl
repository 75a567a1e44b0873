
set ns [new Simulator]
$ns rtproto Manual

# Sets a route of a node to one neighbour, or its default route.
proc route {node neighbour} { [$node get-module Manual] add-route-to-adj-node $neighbour }
proc route_default {node neighbour} { [$node get-module Manual] add-route-to-adj-node -default $neighbour }

set near [$ns node]
set far [$ns node]
$ns simplex-link $near $far $capacity_bps ${delay_s}s $queue_type
$ns simplex-link $far $near $capacity_bps ${delay_s}s DropTail
$ns queue-limit $near $far $queue_limit
$ns queue-limit $far $near 1000000
route_default $near $far
route_default $far $near
set queue [[$ns link $near $far] queue]

# Counts arrivals, departures and drops at the bottleneck, flow by flow, and the queue without the packet in transmission.
set meter [$ns makeflowmon Fid]
$ns attach-fmon [$ns link $near $far] $meter
set waiting [new Integrator]
$meter set-pkts-integrator $waiting

# Creates a host with a link of its own to a router.
proc host {router bps delay_s} {
    global ns
    set host [$ns node]
    $ns duplex-link $host $router $bps ${delay_s}s DropTail
    $ns queue-limit $host $router 1000000
    $ns queue-limit $router $host 1000000
    route_default $host $router
    route $router $host
    return $host
}

# Puts the sender and the receiver of the next flow on two hosts, used by this flow only.
set flows 0
proc join {sender receiver class access_bps access_delay_s} {
    global ns near far flows class_of
    set from [host $near $access_bps $access_delay_s]
    set to [host $far $access_bps $access_delay_s]
    $sender set fid_ $flows
    set class_of($flows) $class
    incr flows
    $ns attach-agent $from $sender
    $ns attach-agent $to $receiver
    $ns connect $sender $receiver
}

# Starts or stops a UDP source, or changes its rate; a rate of 0 means silence. The rate of a Poisson source is set by its mean
# silence; it has this many bits for each packet.
proc begin {source} {
    global rate has_begun
    set has_begun($source) 1
    if {$rate($source) > 0} { $source start }
}
proc end {source} {
    global has_begun
    set has_begun($source) 0
    $source stop
}
proc set_rate {source bps} {
    global rate has_begun poisson_bits
    set before $rate($source)
    set rate($source) $bps
    if {[info exists poisson_bits($source)]} {
        if {$bps > 0} { $source set idle_time_ [expr double($poisson_bits($source)) / $bps] }
    } elseif {$bps > 0} {
        $source set rate_ $bps
    }
    if {!$has_begun($source)} { return }
    if {$bps == 0} { $source stop }
    if {$bps > 0 && $before == 0} { $source start }
}
