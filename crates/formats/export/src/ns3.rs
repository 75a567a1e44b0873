//! Export to a program for ns-3.37. The network is the dumbbell of
//! `crates/core/engine/tests/reference/ns3/dumbbell.cc`, with the start times that the seed gives. The program prints
//! the results at the bottleneck, one name and value per line.

mod disciplines;
mod flows;

pub(crate) use disciplines::DISCIPLINES;

use crate::changes::{What, changes_of};
use crate::lane::Lane;
use crate::script::{Script, real};
use chokepoint_engine::scenario::Problem;

/// The parts of the program before and after the scene.
const HEAD: &str = include_str!("ns3/head.cc");
const BODY: &str = include_str!("ns3/body.cc");

pub(crate) fn write(lane: &Lane<'_>) -> Result<Script, Vec<Problem>> {
    let scenario = lane.scenario;
    let row = disciplines::row_of(lane);
    let class = disciplines::class_of(lane);
    let mut script = Script::new("//");
    script.put(HEAD);
    script.put("");
    script.put(format!("const uint64_t SEED = {};", scenario.seed));
    script.put(format!("const double DURATION_S = {};", real(scenario.duration.secs())));
    script.put(format!("const double MEASURED_FROM_S = {};", real(scenario.measured_from.secs())));
    script.put(format!("const double CAPACITY_BPS = {};", real(scenario.capacity_bps as f64)));
    script.put(format!("const double BOTTLENECK_DELAY_S = {};", real(scenario.delay.secs())));
    script.put(format!("const uint32_t WIRE_BYTES = {};  // of the largest data packet", lane.packet_bytes()));
    if scenario.flows.iter().any(|group| group.count > 0 && group.packet_bytes != lane.packet_bytes()) {
        script.lose("packet_bytes: differ; the two bytes that links of ns-3 add weigh more on small packets");
    }
    script.put("");
    script.say(format!("The queue discipline, {class}."));
    script.put(format!("const char* const QUEUE_DISC = \"ns3::{class}\";"));
    script.put(format!("const char* const QUEUE_LIMIT = \"{}p\";", lane.params.count("limit")));
    script.put("void ConfigureQueue() {");
    script.indented(4, |script| {
        (row.write)(lane, script);
        lane.lose_unread(script);
    });
    script.put("}");
    script.put("void SetQuantum(Ptr<QueueDisc> queue) {");
    if row.has_quantum {
        let quantum = match lane.params.count("quantum") {
            0 => lane.packet_bytes() as usize,
            given => given,
        };
        script.put(format!("    DynamicCast<{}>(queue)->SetQuantum({quantum});", row.theirs));
    }
    script.put("}");
    flows::write(lane, &mut script)?;
    let (before_main, main) = BODY.split_once("\n}  // namespace\n").unwrap_or((BODY, ""));
    script.put(before_main);
    script.put("");
    write_changes(lane, &mut script)?;
    script.put("");
    script.put("}  // namespace");
    script.put(main);
    Ok(script)
}

fn write_changes(lane: &Lane<'_>, script: &mut Script) -> Result<(), Vec<Problem>> {
    script.say("Changes of settings during the run.");
    script.put("[[maybe_unused]] void ScheduleChanges([[maybe_unused]] const NetDeviceContainer& bottleneck,");
    script.put("                     [[maybe_unused]] const std::vector<std::vector<Ptr<UdpSource>>>& sources) {");
    let groups = lane.groups();
    for change in changes_of(lane)? {
        let at = real(change.at.secs());
        script.indented(4, |script| match change.what {
            What::Capacity(bps) => {
                for end in [0, 1] {
                    script.put(format!(
                        "Simulator::Schedule(Seconds({at}), &PointToPointNetDevice::SetDataRate, DynamicCast<PointToPointNetDevice>(bottleneck.Get({end})), DataRate(uint64_t({bps}.0 * (WIRE_BYTES + PPP_BYTES) / WIRE_BYTES)));"
                    ));
                }
            }
            What::Rate(place, bps) => {
                script.lose(format!(
                    "{} at {at} s: a new rate takes effect at the next packet, not at once",
                    change.path
                ));
                let Some(index) = groups.iter().position(|group| group.place == place) else { return };
                script.put(format!(
                    "for (const auto& source : sources[{index}]) Simulator::Schedule(Seconds({at}), &UdpSource::SetRate, source, {bps}.0);"
                ));
            }
            What::Param(..) | What::Other => {
                script.lose(format!("{} at {at} s: ns-3 cannot change it during a run", change.path));
            }
        });
    }
    script.put("}");
    Ok(())
}
