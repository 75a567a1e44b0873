//! Export to a shell script of `ip` and `tc` commands. The hosts of each group are network namespaces. netem generates
//! the delays, and htb limits the bottleneck's rate, with the queue discipline as its child. iperf3 generates the
//! traffic, as far as it can.
//!
//! Linux includes the 14-byte Ethernet header in every packet size. A size table subtracts it, so that sizes and rates
//! match the scene.

mod disciplines;
mod red;
mod traffic;

pub(crate) use disciplines::DISCIPLINES;

use crate::changes::{What, changes_of};
use crate::lane::{Group, Lane};
use crate::script::Script;
use chokepoint_engine::scenario::Problem;
use chokepoint_engine::time::Span;

/// Shell code that creates the namespaces of the two routers and the bottleneck between them.
const ROUTERS: &str = include_str!("tc/routers.sh");
/// Shell code that creates the two hosts of a group.
const HOSTS: &str = include_str!("tc/hosts.sh");
/// Shell code that calls the function named by the script's argument.
const CALL: &str = include_str!("tc/call.sh");
/// Smallest MTU for IPv4 that Linux accepts \[bytes\].
const LEAST_MTU: u32 = 68;

pub(crate) fn write(lane: &Lane<'_>) -> Result<Script, Vec<Problem>> {
    let row = disciplines::row_of(lane);
    let mut script = Script::new("#");
    script.put("#!/bin/sh");
    script.put(ROUTERS);
    script.indented(4, |script| bottleneck(lane, row, script)).map_err(|problem| vec![problem])?;
    script.put("}");
    script.put(HOSTS);
    script.put("");
    script.put("# The hosts of each group of flows.");
    script.put("hosts() {");
    script.indented(4, |script| {
        for (number, group) in lane.groups().iter().enumerate() {
            hosts(lane, number, group, script);
        }
    });
    script.put("}");
    script.put("");
    script.put("# Changes of settings while the traffic runs.");
    script.put("changes() {");
    script.indented(4, |script| write_changes(lane, row, script))?;
    script.put("    :");
    script.put("}");
    script.put("");
    script.put("# What the flows send, with iperf3; start times are drawn from the seed of the scene.");
    script.put("traffic() {");
    script.indented(4, |script| {
        for (number, group) in lane.groups().iter().enumerate() {
            traffic::write(lane, number, group, script);
        }
    });
    script.put("    changes &");
    script.put("    wait");
    script.put("}");
    script.put(CALL);
    Ok(script)
}

/// A time in tc's notation.
fn time(span: Span) -> String {
    format!("{}us", (span.nanos() + 500) / 1_000)
}

/// Writes the rate of the bottleneck, and the discipline.
fn bottleneck(lane: &Lane<'_>, row: &disciplines::Row, script: &mut Script) -> Result<(), Problem> {
    let bytes = lane.packet_bytes();
    script.say("At most one packet leaves at a time.");
    script.put("tc -n \"$NET-near\" qdisc add dev bottle root handle 1: stab overhead -14 htb default 10");
    script.put(format!(
        "tc -n \"$NET-near\" class add dev bottle parent 1: classid 1:10 htb rate {}bit burst {bytes} cburst {bytes} quantum {bytes}",
        lane.scenario.capacity_bps
    ));
    let arguments = (row.arguments)(lane, script)?;
    script.put(format!("tc -n \"$NET-near\" qdisc add dev bottle parent 1:10 handle 10: {arguments}"));
    (row.classes)(lane, script);
    lane.lose_unread(script);
    Ok(())
}

/// Writes the hosts of a group, and their delays.
fn hosts(lane: &Lane<'_>, number: usize, group: &Group<'_>, script: &mut Script) {
    let access = lane.scenario.access_of(group.group);
    script.say(format!("{}.", group.title()));
    script.lose(format!(
        "{}: {} bit/s for each flow; the hosts of a group share their links here, and these have no rate",
        if group.group.access_rate_bps().is_some() {
            group.path_of("access_rate_bps")
        } else {
            "access.rate_bps".into()
        },
        access.rate_bps
    ));
    // The MTU determines TCP's packet size; the sending program determines UDP's.
    let bytes = group.group.packet_bytes;
    let is_tcp = group.group.kind.variant.is_some();
    let mtu = if is_tcp { bytes.max(LEAST_MTU) } else { bytes.max(1_500) };
    if is_tcp && bytes < LEAST_MTU {
        script.lose(format!("{}: {bytes}; packets of {LEAST_MTU} bytes are the least", group.path_of("packet_bytes")));
    }
    let beyond = Span::from_nanos(access.delay.nanos() + lane.scenario.delay.nanos());
    script.put(format!("pair {number} {mtu} {} {}", time(access.delay), time(beyond)));
}

fn write_changes(lane: &Lane<'_>, row: &disciplines::Row, script: &mut Script) -> Result<(), Vec<Problem>> {
    let mut now = 0.0;
    for change in changes_of(lane)? {
        let at = change.at.secs();
        let mut wait = |script: &mut Script| {
            if at > now {
                script.put(format!("sleep {}", at - now));
                now = at;
            }
        };
        match change.what {
            What::Capacity(bps) => {
                wait(script);
                let bytes = lane.packet_bytes();
                script.put(format!(
                    "tc -n \"$NET-near\" class change dev bottle parent 1: classid 1:10 htb rate {bps}bit burst {bytes} cburst {bytes} quantum {bytes}"
                ));
            }
            What::Param(..) if row.can_change => {
                let after = Lane::new(lane.target, &change.after, lane.place)?;
                // `arguments` reports missing settings again, as for the initial parameters. The script `unsaid` takes
                // these repeated reports and is discarded.
                let mut unsaid = Script::new("#");
                let arguments = (row.arguments)(&after, &mut unsaid).map_err(|problem| vec![problem])?;
                wait(script);
                script.put(format!("tc -n \"$NET-near\" qdisc change dev bottle parent 1:10 handle 10: {arguments}"));
            }
            What::Param(..) | What::Rate(..) | What::Other => {
                script.lose(format!("{} at {at} s: does not change here during a run", change.path));
            }
        }
    }
    Ok(())
}
