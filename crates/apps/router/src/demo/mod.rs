//! `chokepoint-router demo`: runs the scene on real hosts and compares it with its simulation.

mod network;
mod plan;
mod traffic;

use crate::bottleneck::Bottleneck;
use crate::flows::FlowPorts;
use crate::options::DemoOptions;
use crate::queue::KernelQueue;
use crate::record::{self, Outlets};
use crate::result::{self, Received};
use crate::rules::{Hook, Rule};
use crate::run::SLACK;
use crate::serve::{Router, Start};
use crate::stop::{Ended, Stop};
use crate::watch::Watchdog;
use crate::{clock, privilege, scene, show};
use chokepoint_engine::Scenario;
use chokepoint_engine::measure::RunResult;
use network::{Network, TO_RECEIVERS, enter, set_sysctl};
use plan::{FIRST_PORT, Plan, round_trips};
use rustix::thread::CapabilitySet;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use std::{env, process, thread};
use traffic::Report;

pub(crate) use network::{owners, remove_all_of};
pub(crate) use traffic::traffic;

/// Number of the kernel queue; the namespace has no other program that uses queues.
const QUEUE: u16 = 0;
/// Time from the start message to time 0 of the run \[ns\], enough for all hosts to receive the message.
const COUNTDOWN: u64 = 50_000_000;
/// Longest time to wait for the hosts to become ready.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs every lane of the scene as often as requested.
pub(crate) fn demo(options: &DemoOptions, stop: &Stop) -> Result<(), Ended> {
    let scenario = scene::of_demo(options).map_err(|problems| show::problems(&problems))?;
    let is_recorded = options.record.is_some() || options.live.live;
    if is_recorded && (scenario.lanes.len() > 1 || options.repeat > 1) {
        let runs = scenario.lanes.len() as u32 * options.repeat;
        let message = format!("--record and --live: need a single discipline and a single run; there are {runs} runs");
        return Err(Ended::Failed(message));
    }
    // A scene that real hosts cannot run is refused before the network is built.
    let needed = CapabilitySet::NET_ADMIN | CapabilitySet::SYS_ADMIN;
    let mut outlets = Outlets::to_file(options.record.as_deref(), options.replace)?;
    let live = options.live.start()?;
    outlets.pages = live.as_ref().map(|live| live.broadcast.clone());
    let mut all = Vec::new();
    'runs: for lane in 0..scenario.lanes.len() {
        for repetition in 0..u64::from(options.repeat) {
            let seed = scenario.seed + repetition;
            let scenario = scenario.with("seed", seed.into()).map_err(|problems| show::problems(&problems))?;
            let run = || {
                let (plan, simulated) = Plan::new(&scenario, lane, options.congestion.as_deref(), stop)?;
                privilege::need(
                    needed,
                    "to build a network of namespaces and to take packets from the kernel's queue",
                )?;
                if let Some(live) = &live {
                    eprintln!("The run begins when the page is open.");
                    live.wait_for_page(stop)?;
                }
                let real = on_this_machine(&scenario, lane, &plan, &outlets, stop)?;
                let simulated = if options.no_simulation { None } else { Some(of_simulation(&simulated)?) };
                Ok((real, simulated))
            };
            let (real, simulated) = match run() {
                // After a stop request, the results so far are still printed.
                Err(Ended::Stopped) if !all.is_empty() => break 'runs,
                other => other?,
            };
            if options.json {
                show::line(&real)?;
                simulated.iter().try_for_each(show::line)?;
            }
            all.push((real, simulated));
            if stop.is_asked() {
                break 'runs;
            }
        }
    }
    if !options.json {
        report(&all)?;
    }
    if let Some(live) = live {
        live.stay(stop);
    }
    Ok(())
}

fn of_simulation(result: &RunResult) -> Result<Value, String> {
    serde_json::to_value(result).map_err(|error| error.to_string())
}

fn report(all: &[(Value, Option<Value>)]) -> Result<(), String> {
    let rows = all.iter().flat_map(|(real, simulated)| {
        [Some(("this machine", real)), simulated.as_ref().map(|simulated| ("simulation", simulated))]
    });
    show::rows(&rows.flatten().collect::<Vec<_>>())
}

/// Builds the network, runs the scene in it, and removes it.
fn on_this_machine(
    scenario: &Scenario,
    lane: usize,
    plan: &Plan,
    outlets: &Outlets,
    stop: &Stop,
) -> Result<Value, Ended> {
    // The watchdog removes everything that remains when it is dropped. Since it is created first, it is dropped last.
    let _watchdog = Watchdog::start().map_err(|error| format!("the watchdog: {error}"))?;
    let network = Network::build(process::id(), plan, stop)?;
    let begin = Start::unknown();
    let has_ended = AtomicBool::new(false);
    let (ready_sender, is_ready) = channel();
    thread::scope(|scope| {
        let router = || {
            let outcome = serve(scenario, lane, outlets, &network, &begin, (stop, &has_ended), &ready_sender);
            drop(ready_sender);
            outcome
        };
        let router = scope.spawn(router);
        let hosts = with_hosts(plan, &network, &begin, &is_ready, stop);
        // The router's thread must end even if the hosts failed.
        if hosts.is_err() {
            has_ended.store(true, Ordering::Relaxed);
        }
        // An error of the router's thread is reported first, since it caused the hosts' failure.
        let mut value = router.join().map_err(|_| "the router's thread has panicked".to_owned())??;
        let (sent, received) = hosts?;
        let window_s = plan.end.saturating_sub(plan.measured_from) as f64 / 1e9;
        let bytes: Vec<_> = received.bytes.iter().map(|&bytes| Received { bytes }).collect();
        result::with_receivers(&mut value, &bytes, window_s);
        let linux = &mut value["linux"];
        linux["tcp_selective_acknowledgements"] = json!(plan.sack);
        linux["datagrams_sent"] = json!(sent.datagrams.iter().sum::<u64>());
        linux["datagrams_received"] = json!(received.datagrams.iter().sum::<u64>());
        linux["datagram_lateness_s"] = json!(sent.lateness);
        Ok(value)
    })
}

/// The router's thread, which runs in its own namespace with only the privilege that it needs.
fn serve(
    scenario: &Scenario,
    lane: usize,
    outlets: &Outlets,
    network: &Network,
    begin: &Start,
    (stop, has_ended): (&Stop, &AtomicBool),
    ready: &Sender<()>,
) -> Result<Value, Ended> {
    enter(&network.name("router"))?;
    set_sysctl("ipv4/ip_forward", "1")?;
    let mut bottleneck = Bottleneck::new(scenario, lane).map_err(|problems| show::problems(&problems))?;
    let longest = scenario.flows.iter().map(|group| group.packet_bytes).max().unwrap_or(1_500);
    let delays = round_trips(scenario);
    // A packet gets its verdict only after its propagation delay, so the kernel also holds the packets in propagation.
    let shortest = scenario.flows.iter().map(|group| group.packet_bytes).min().unwrap_or(longest);
    let longest_delay = delays.iter().max().copied().unwrap_or(0);
    let on_the_way = (longest_delay as f64 / 1e9 * scenario.capacity_bps as f64 / 8.0 / f64::from(shortest)) as u32;
    let most = (bottleneck.limit() as u32).saturating_add(on_the_way).saturating_add(SLACK);
    let may_mark = scenario.flows.iter().any(chokepoint_engine::scenario::FlowGroup::ecn);
    let queue = KernelQueue::open(QUEUE, most, may_mark).map_err(|error| error.to_string())?;
    let ports = (FIRST_PORT, FIRST_PORT + scenario.flow_count().max(1) as u16 - 1);
    let device = Some(TO_RECEIVERS.to_owned());
    Rule { process: process::id(), queue: QUEUE, hook: Hook::Forward, device, ports: Some(ports) }.set(stop)?;
    // The recording is opened as late as possible: after the steps most likely to fail, but before the privilege to
    // open files is dropped.
    bottleneck.record(outlets.begin(scenario, lane)?);
    privilege::ask_to_be_run_first();
    privilege::keep_only_net_admin().map_err(|error| format!("privileges cannot be given up: {error}"))?;
    let flows = FlowPorts::new(FIRST_PORT, scenario.flow_count() as u16);
    let mut router = Router::new(queue, bottleneck, flows, delays, longest);
    // If the hosts have failed, this message has no receiver, and `has_ended` then ends the router's loop.
    let _ = ready.send(());
    let served = router.serve(begin, &[stop.flag(), has_ended]).map_err(|error| format!("the queue: {error}"))?;
    router.finish(begin).map_err(|error| format!("the queue: {error}"))?;
    if !begin.is_known() {
        // The run has not begun, so there is nothing to record.
        router.bottleneck.record(None);
    }
    let outcome = router.bottleneck.result();
    let packet_s = f64::from(longest) * 8.0 / scenario.capacity_bps as f64;
    let mut facts = router.honesty.facts(&served.measured(packet_s, outcome.bottleneck.arrived_packets));
    facts["kernel"] = json!(record::kernel());
    router.bottleneck.finish_recording(&facts).map_err(|error| format!("the recording: {error}"))?;
    Ok(result::on_linux(&outcome, |_| true, &router.repeats, facts)?)
}

/// Starts senders and receivers, sends them the run's start time, and waits for them to end. Returns both reports.
fn with_hosts(
    plan: &Plan,
    network: &Network,
    begin: &Start,
    router_is_ready: &Receiver<()>,
    stop: &Stop,
) -> Result<(Report, Report), Ended> {
    stop.receive(router_is_ready, PATIENCE)?.ok_or_else(|| "the router did not start".to_owned())?;
    let mut receiver = Host::start("receive", &network.name("right"), plan, stop)?;
    let mut sender = Host::start("send", &network.name("left"), plan, stop)?;
    let at = clock::now() + COUNTDOWN;
    begin.set(at);
    receiver.say(&format!("start {at}"))?;
    sender.say(&format!("start {at}"))?;
    let patience = Duration::from_nanos(plan.end + COUNTDOWN) + PATIENCE;
    let sent = sender.report(patience, stop)?;
    let received = receiver.report(PATIENCE, stop)?;
    Ok((sent, received))
}

/// The process of the senders or of the receivers.
struct Host {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    role: &'static str,
}

impl Host {
    /// Starts the process and waits until it is ready.
    fn start(role: &'static str, namespace: &str, plan: &Plan, stop: &Stop) -> Result<Self, Ended> {
        let problem = |error: &dyn std::fmt::Display| format!("the hosts that {role}: {error}");
        let mut command = Command::new(env::current_exe().map_err(|error| problem(&error))?);
        command.args(["traffic", role, &process::id().to_string(), namespace]);
        // The child gets its own process group, so that Ctrl-C reaches only this program, which then ends the child.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|error| problem(&error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Ended::Failed(problem(&"no pipes")));
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let mut host = Self { child, input, lines, role };
        host.say(&serde_json::to_string(plan).map_err(|error| problem(&error))?)?;
        match stop.receive(&host.lines, PATIENCE)?.as_deref() {
            Some("ready") => Ok(host),
            _ => Err(Ended::Failed(problem(&"they did not get ready"))),
        }
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|error| format!("the hosts that {}: {error}", self.role))
    }

    /// The final report of the child process; empty if this program is stopped before it arrives.
    fn report(&mut self, patience: Duration, stop: &Stop) -> Result<Report, String> {
        match stop.receive(&self.lines, patience) {
            Err(_) => return Ok(Report::default()),
            Ok(Some(line)) => {
                return serde_json::from_str(&line).map_err(|error| format!("the hosts that {}: {error}", self.role));
            }
            Ok(None) => {}
        }
        let end = match self.child.try_wait() {
            Ok(Some(status)) => format!("they have ended: {status}"),
            _ => "they are still there".to_owned(),
        };
        Err(format!("the hosts that {} sent no final report: {end}", self.role))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // The process may already have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
