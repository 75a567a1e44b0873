
# The counters of each class: bytes that left the queue, arrivals, drops.
proc count_classes {into} {
    upvar $into counts
    global meter class_of
    foreach class {udp tcp} {
        foreach name {bytes arrived dropped} { set counts($class,$name) 0 }
    }
    foreach flow [$meter flows] {
        set class $class_of([$flow set flowid_])
        foreach {name counter} {bytes bdepartures_ arrived parrivals_ dropped pdrops_} {
            set counts($class,$name) [expr $counts($class,$name) + [$flow set $counter]]
        }
    }
}

# Integral of the queue length over time [packet seconds].
proc waited {} {
    global ns waiting
    $waiting newpoint [$ns now] [$waiting set lasty_]
    return [$waiting set sum_]
}

proc begin_measuring {} {
    global early early_waited
    count_classes early
    set early_waited [waited]
}

# Prints the report. Rates and queue count from measured_from_s on, packets from the start of the run.
proc report {} {
    global early early_waited class_of duration_s measured_from_s capacity_bps
    count_classes late
    set span [expr double($duration_s - $measured_from_s)]
    set sum 0.0
    foreach class {udp tcp} {
        set bps [expr 8.0 * ($late($class,bytes) - $early($class,bytes)) / $span]
        set sum [expr $sum + $bps]
        set has_any 0
        foreach flow [array names class_of] { if {$class_of($flow) eq $class} { set has_any 1 } }
        if {!$has_any} { continue }
        puts "${class}_throughput_bps $bps"
        puts "${class}_arrived_packets $late($class,arrived)"
        puts "${class}_dropped_packets $late($class,dropped)"
    }
    puts "throughput_bps $sum"
    puts "mean_queue_packets [expr ([waited] - $early_waited) / $span]"
    exit 0
}

$ns at $measured_from_s begin_measuring
$ns at $duration_s report
$ns run
