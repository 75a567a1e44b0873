//! Export to a script for ns-2 2.35. The network is a dumbbell as in the lab, with two hosts for every flow and the
//! start times that the seed gives. The script prints the results at the bottleneck, one name and value per line.

mod disciplines;
mod flows;
mod plug_in;

pub(crate) use disciplines::DISCIPLINES;

use crate::changes::{What, changes_of};
use crate::lane::Lane;
use crate::plug_in::{SCRIPT, class};
use crate::script::Script;
use chokepoint_engine::scenario::Problem;

/// Tcl code for the routers, the hosts, the bottleneck and its counters. It sets the routes itself, since ns-2's
/// routing would compute a table for every pair of nodes.
const NETWORK: &str = include_str!("ns2/network.tcl");
/// Tcl code that prints the results at the end.
const REPORT: &str = include_str!("ns2/report.tcl");

pub(crate) fn write(lane: &Lane<'_>) -> Result<Script, Vec<Problem>> {
    let scenario = lane.scenario;
    let row = disciplines::row_of(lane);
    let mut script = Script::new("#");
    script.put("");
    script.say("Run with: ns FILE. Delays are one way, in seconds; rates in bit/s; sizes in bytes on the wire.");
    script.put(format!("set duration_s {}", scenario.duration.secs()));
    script.put(format!("set measured_from_s {}", scenario.measured_from.secs()));
    script.put(format!("set capacity_bps {}", scenario.capacity_bps));
    script.put(format!("set delay_s {}", scenario.delay.secs()));
    script.put("");
    script
        .say("ns-2's own random numbers: drops, on/off times. Seeds near each other begin with draws near each other.");
    // ns-2's random number generator accepts only seeds below 2^31.
    script.put(format!("ns-random {}", (scenario.seed % 100_000) * 7919 + 104_729));
    script.put("");
    script.say(format!("The queue discipline, {}.", row.theirs));
    let class = if lane.about.id == SCRIPT { class(lane.about.name) } else { row.class.to_owned() };
    script.put(format!("set queue_type {class}"));
    (row.write)(lane, &mut script);
    lane.lose_unread(&mut script);
    script.put(NETWORK);
    flows::write(lane, &mut script)?;
    write_changes(lane, row, &mut script)?;
    script.put(REPORT);
    Ok(script)
}

fn write_changes(lane: &Lane<'_>, row: &disciplines::Row, script: &mut Script) -> Result<(), Vec<Problem>> {
    let changes = changes_of(lane)?;
    if !changes.is_empty() {
        script.put("");
        script.say("Changes of settings during the run.");
    }
    for change in changes {
        let at = change.at.secs();
        match change.what {
            What::Capacity(bps) => {
                if lane.about.id == SCRIPT {
                    script.put(format!("$ns at {at} \"$queue set capacity_bps_ {bps}\""));
                }
                script.put(format!(
                "$ns at {at} \"\\[\\[$ns link $near $far\\] link\\] set bandwidth_ {bps}; \\[\\[$ns link $far $near\\] link\\] set bandwidth_ {bps}\""
                ));
            }
            What::Rate(group, bps) => {
                script.lose(format!(
                    "{} at {at} s: a new rate takes effect at the next packet, not at once",
                    change.path
                ));
                script.put(format!("foreach source $sources({group}) {{ $ns at {at} \"set_rate $source {bps}\" }}"));
            }
            What::Param(id, value) if lane.about.id == SCRIPT => match plug_in::live(id, value) {
                Some(setting) => script.put(format!("$ns at {at} \"$queue set {setting}\"")),
                None => script.lose(format!("{} at {at} s: ns-2 cannot set text", change.path)),
            },
            What::Param(id, value) => match row.live.iter().find(|live| live.ours == id) {
                Some(live) => {
                    let value = (live.value)(lane, value);
                    script.put(format!("$ns at {at} \"$queue set {} {value}\"", live.theirs));
                }
                None => script.lose(format!(
                    "{} at {at} s: {} in ns-2 reads {id} only once, when the run begins",
                    change.path, row.theirs
                )),
            },
            What::Other => script.lose(format!("{} at {at} s: ns-2 cannot change it during a run", change.path)),
        }
    }
    Ok(())
}
