//! The command `chokepoint-router run`.

use crate::bottleneck::Bottleneck;
use crate::flows::FlowTable;
use crate::options::RunOptions;
use crate::queue::KernelQueue;
use crate::record::{self, Outlets};
use crate::rules::{Keeper, Rule};
use crate::serve::{Router, Start};
use crate::stop::{Ended, Stop};
use crate::watch::Watchdog;
use crate::{clock, privilege, result, scene, show};
use rustix::thread::CapabilitySet;
use serde_json::json;
use std::collections::BTreeSet;

/// Number of packets that the kernel may hold beyond the buffer: those that arrive while this program is not scheduled.
pub(crate) const SLACK: u32 = 4_096;

pub(crate) fn run(options: &RunOptions, stop: &Stop) -> Result<(), Ended> {
    let scenario = scene::of_run(options).map_err(|problems| show::problems(&problems))?;
    privilege::need(CapabilitySet::NET_ADMIN, "to take packets from the kernel's queue")?;
    let mut outlets = Outlets::to_file(options.record.as_deref(), options.replace)?;
    let live = options.live.start()?;
    outlets.pages = live.as_ref().map(|live| live.broadcast.clone());
    let mut bottleneck = Bottleneck::new(&scenario, 0).map_err(|problems| show::problems(&problems))?;
    let most = bottleneck.limit() as u32 + SLACK;
    let queue = KernelQueue::open(options.queue, most, true).map_err(|error| error.to_string())?;
    let rule = Rule {
        process: std::process::id(),
        queue: options.queue,
        hook: options.hook,
        device: options.device.clone(),
        ports: options.ports,
    };
    // The watchdog starts before the rule is set, so that the rule is removed even if this program is killed.
    let watchdog =
        options.install.then(Watchdog::start).transpose().map_err(|error| format!("the watchdog: {error}"))?;
    if options.install {
        let keeper = rule.set(stop)?;
        eprintln!("The rule is set, and will be removed at the end. To remove it by hand:");
        show_commands(&rule.commands_to_remove(keeper));
    } else {
        eprintln!("Send packets to this program by a rule of nftables or iptables, depending on the kernel:");
        show_commands(&rule.commands_to_set(Keeper::Nft));
        show_commands(&rule.commands_to_set(Keeper::Iptables));
        eprintln!("Remove the rule with:");
        show_commands(&rule.commands_to_remove(Keeper::Nft));
        show_commands(&rule.commands_to_remove(Keeper::Iptables));
    }
    // The recording begins as late as possible: after the steps most likely to fail, but before the privilege to open
    // files is dropped.
    bottleneck.record(outlets.begin(&scenario, 0)?);
    privilege::ask_to_be_run_first();
    privilege::keep_only_net_admin().map_err(|error| format!("privileges cannot be given up: {error}"))?;
    let [tcp, _] = &scenario.flows[..] else {
        return Err(Ended::Failed("the scene has two groups of flows".to_owned()));
    };
    let flows = FlowTable::new(0..tcp.count, tcp.count..options.flows);
    let mut router = Router::new(queue, bottleneck, flows, Vec::new(), u32::from(options.packet_bytes));
    let start = Start::unknown();
    start.set(clock::now());
    let served = router.serve(&start, &[stop.flag()]).map_err(|error| format!("queue {}: {error}", options.queue))?;
    // The rule is removed first. Otherwise packets that arrive after the last verdict would be lost.
    drop(watchdog);
    router.finish(&start).map_err(|error| format!("queue {}: {error}", options.queue))?;
    let outcome = router.bottleneck.result();
    let packet_s = f64::from(options.packet_bytes) * 8.0 / options.rate as f64;
    let measured = served.measured(packet_s, outcome.bottleneck.arrived_packets);
    let known: BTreeSet<_> = router.flows.known().map(|(flow, _)| flow.index()).collect();
    let (reused, shared) = router.flows.reused_and_shared();
    let mut facts = router.honesty.facts(&measured);
    facts["kernel"] = json!(record::kernel());
    router.bottleneck.finish_recording(&facts).map_err(|error| format!("the recording: {error}"))?;
    facts["flows_reused"] = json!(reused);
    facts["flows_shared"] = json!(shared);
    let value = result::on_linux(&outcome, |flow| known.contains(&flow), &router.repeats, facts)?;
    if options.json { show::line(&value) } else { show::one(&value) }?;
    if let Some(live) = live {
        live.stay(stop);
    }
    Ok(())
}

fn show_commands(commands: &[String]) {
    for command in commands {
        eprintln!("  {command}");
    }
}
