//! The demo's traffic: real sockets, with one thread per flow. One process runs in the senders' namespace, another in
//! the receivers'. Both read the plan from standard input.

use super::network::{enter, set_sysctl};
use super::plan::{FIRST_PORT, Flow, Group, Kind, Plan};
use crate::honesty::{Lateness, Quantiles};
use crate::options::Role;
use crate::{clock, privilege};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socket_with, sockopt};
use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// ECT(0) in the ECN field, which permits routers to mark the datagram.
const ECT0: u8 = 2;

/// The report that a traffic process prints when it ends.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct Report {
    /// For each flow, the payload \[bytes\]. The senders report what they sent, the receivers what they received in the
    /// measured window.
    pub(super) bytes: Vec<u64>,
    /// For each flow, the number of datagrams sent or received; 0 for TCP.
    pub(super) datagrams: Vec<u64>,
    /// Lateness of sent datagrams.
    pub(super) lateness: Option<Quantiles>,
}

/// The hidden command `traffic`: sends or receives in the namespace, depending on `role`, until the plan or the parent
/// process ends.
pub(crate) fn traffic(role: Role, parent: u32, namespace: &str) -> Result<(), String> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| error.to_string())?;
    if getppid().map(Pid::as_raw_pid) != i32::try_from(parent).ok() {
        return Ok(()); // The parent process has already ended.
    }
    enter(namespace)?;
    let mut lines = io::stdin().lock().lines();
    let mut line = || lines.next().and_then(Result::ok);
    let plan = line().ok_or("no plan was given")?;
    let plan: Plan = serde_json::from_str(&plan).map_err(|error| format!("the plan: {error}"))?;
    set_sysctl("ipv4/tcp_sack", if plan.sack { "1" } else { "0" })?;
    privilege::ask_to_be_run_first();
    let start = Arc::new(AtomicU64::new(u64::MAX));
    // Sockets are opened before privileges are dropped: some kernels let only administrators choose a congestion
    // control.
    let sockets = match role {
        Role::Send => senders(&plan, &start)?,
        Role::Receive => receivers(&plan, &start)?,
    };
    privilege::keep_nothing().map_err(|error| format!("privileges cannot be given up: {error}"))?;
    let flows: Vec<_> = sockets
        .into_iter()
        .map(|(counters, work)| {
            thread::spawn(work);
            counters
        })
        .collect();
    println!("ready");
    let Some(begin) = line().and_then(|line| line.strip_prefix("start ")?.parse::<u64>().ok()) else {
        return Ok(()); // The parent has ended without a start.
    };
    start.store(begin, Ordering::Release);
    sleep_until(begin + plan.end);
    let sum =
        |counter: fn(&Counters) -> &AtomicU64| flows.iter().map(|flow| counter(flow).load(Ordering::Relaxed)).collect();
    let lateness = flows.iter().filter_map(|flow| flow.lateness.lock().ok()?.clone()).reduce(Lateness::with);
    let report = Report {
        bytes: sum(|flow| &flow.bytes),
        datagrams: sum(|flow| &flow.datagrams),
        lateness: lateness.map(|lateness| lateness.quantiles()),
    };
    println!("{}", serde_json::to_string(&report).map_err(|error| error.to_string())?);
    Ok(())
}

/// Counters of a flow's thread.
#[derive(Debug, Default)]
struct Counters {
    bytes: AtomicU64,
    datagrams: AtomicU64,
    lateness: Mutex<Option<Lateness>>,
}

/// The counters of a flow's thread, and the function that it runs.
type Socket = (Arc<Counters>, Box<dyn FnOnce() + Send>);

/// Start of the run; unknown at first.
type Start = Arc<AtomicU64>;

fn senders(plan: &Plan, start: &Start) -> Result<Vec<Socket>, String> {
    let each = plan.flows.iter().enumerate().map(|(index, flow)| {
        let group = &plan.groups[flow.group];
        let to = SocketAddrV4::new(address(2, group), FIRST_PORT + index as u16);
        let problem = |error: io::Error| format!("flow {}: {error}", index + 1);
        let (counters, start, flow) = (Arc::new(Counters::default()), Arc::clone(start), flow.clone());
        let kept = Arc::clone(&counters);
        let end = flow.stop.unwrap_or(u64::MAX).min(plan.end);
        let work: Box<dyn FnOnce() + Send> = match &flow.kind {
            Kind::Tcp { congestion, .. } => {
                // The connection is opened before time 0, since simulated connections have no handshake.
                let stream = connection(to, congestion).map_err(problem)?;
                Box::new(move || send_stream(stream, &flow, end, &start, &counters))
            }
            Kind::Udp { ecn, .. } => {
                let socket = UdpSocket::bind(SocketAddrV4::new(address(1, group), 0)).map_err(problem)?;
                socket.connect(to).map_err(problem)?;
                if *ecn {
                    sockopt::set_ip_tos(&socket, ECT0).map_err(|error| problem(error.into()))?;
                }
                Box::new(move || send_datagrams(&socket, &flow, end, &start, &counters))
            }
        };
        Ok((kept, work))
    });
    each.collect()
}

/// Opens a connection. The congestion control is set before connecting. If the kernel's default is BBR, a connection
/// that is opened with the default goes on pacing its packets under any other congestion control.
fn connection(to: SocketAddrV4, congestion: &str) -> io::Result<TcpStream> {
    let socket = socket_with(AddressFamily::INET, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
    sockopt::set_tcp_congestion(&socket, congestion).map_err(|error| {
        io::Error::other(format!("the kernel's TCP has no congestion control {congestion}: {error}"))
    })?;
    rustix::net::connect(&socket, &to)?;
    Ok(TcpStream::from(socket))
}

fn send_stream(mut stream: TcpStream, flow: &Flow, end: u64, start: &Start, counters: &Counters) {
    let begin = wait_for(start);
    sleep_until(begin + flow.start);
    let Kind::Tcp { bytes, .. } = flow.kind else { return };
    let data = vec![0; 64 * 1024];
    let mut left = bytes.unwrap_or(u64::MAX);
    while left > 0 && clock::now() < begin + end {
        let piece = data.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        match stream.write(&data[..piece]) {
            Ok(sent) => {
                left -= sent as u64;
                counters.bytes.fetch_add(sent as u64, Ordering::Relaxed);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
    // The socket stays open until the planned end of the process, so that buffered data is still sent.
    sleep_until(u64::MAX);
}

fn send_datagrams(socket: &UdpSocket, flow: &Flow, end: u64, start: &Start, counters: &Counters) {
    let Kind::Udp { bytes, gaps, .. } = &flow.kind else { return };
    // By default the kernel may stretch a sleep, in order to wake several threads together.
    let _ = rustix::thread::set_current_timer_slack(std::num::NonZeroU64::new(1));
    let begin = wait_for(start);
    let data = vec![0; *bytes as usize];
    let mut at = begin;
    for gap in gaps {
        at += gap;
        if at >= begin + end {
            return;
        }
        sleep_until(at);
        // If the device has no room for a datagram, it counts as not sent.
        if socket.send(&data).is_ok() {
            counters.bytes.fetch_add(data.len() as u64, Ordering::Relaxed);
            counters.datagrams.fetch_add(1, Ordering::Relaxed);
        }
        if let Ok(mut lateness) = counters.lateness.lock() {
            lateness.get_or_insert_default().record(clock::now().saturating_sub(at));
        }
    }
}

fn receivers(plan: &Plan, start: &Start) -> Result<Vec<Socket>, String> {
    let each = plan.flows.iter().enumerate().map(|(index, flow)| {
        let own = SocketAddrV4::new(address(2, &plan.groups[flow.group]), FIRST_PORT + index as u16);
        let problem = |error: io::Error| format!("flow {} at {own}: {error}", index + 1);
        let (counters, start) = (Arc::new(Counters::default()), Arc::clone(start));
        let (kept, window) = (Arc::clone(&counters), (plan.measured_from, plan.end));
        let work: Box<dyn FnOnce() + Send> = match flow.kind {
            Kind::Tcp { .. } => {
                let listener = TcpListener::bind(own).map_err(problem)?;
                Box::new(move || {
                    let Ok((mut stream, _)) = listener.accept() else { return };
                    receive(|buffer| stream.read(buffer), window, &start, &counters);
                })
            }
            Kind::Udp { .. } => {
                let socket = UdpSocket::bind(own).map_err(problem)?;
                Box::new(move || {
                    let read = |buffer: &mut [u8]| {
                        let received = socket.recv(buffer);
                        counters.datagrams.fetch_add(u64::from(received.is_ok()), Ordering::Relaxed);
                        received
                    };
                    receive(read, window, &start, &counters);
                })
            }
        };
        Ok((kept, work))
    });
    each.collect()
}

/// Receives, and counts the bytes in the measured window.
fn receive(
    mut read: impl FnMut(&mut [u8]) -> io::Result<usize>,
    window: (u64, u64),
    start: &Start,
    counters: &Counters,
) {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match read(&mut buffer) {
            Ok(0) => return,
            Ok(received) => {
                let begin = start.load(Ordering::Acquire);
                let (from, until) = (begin.saturating_add(window.0), begin.saturating_add(window.1));
                if (from..until).contains(&clock::now()) {
                    counters.bytes.fetch_add(received as u64, Ordering::Relaxed);
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

fn address(side: u8, group: &Group) -> Ipv4Addr {
    Ipv4Addr::new(10, side, group.number as u8, 1)
}

fn wait_for(start: &Start) -> u64 {
    loop {
        let begin = start.load(Ordering::Acquire);
        if begin != u64::MAX {
            return begin;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sleeps until `at`, even if signals arrive.
fn sleep_until(at: u64) {
    const HOUR: u64 = 3_600_000_000_000;
    loop {
        let now = clock::now();
        if now >= at {
            return;
        }
        clock::sleep_until(at.min(now + HOUR));
    }
}
