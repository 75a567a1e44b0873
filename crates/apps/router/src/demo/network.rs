//! A network of three hosts on this machine: namespaces for sender, router and receiver, with a virtual cable on each
//! side of the router. It uses none of the machine's own devices.
//!
//! ```text
//! left ── eth0 ═══ left ── router ── right ═══ eth0 ── right
//! 10.1.g.1                                          10.2.g.1      for group g of the scene's flows
//! ```

use super::plan::{Group, Plan};
use crate::stop::{Ended, Stop};
use crate::tool;
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};
use std::fmt::Write;
use std::fs::{self, File};
use std::os::fd::AsFd;
use std::thread;
use std::time::Duration;

/// The folder in which `ip netns` keeps namespaces.
const FOLDER: &str = "/run/netns";
const PREFIX: &str = "chokepoint-";
const ENDS: [&str; 3] = ["left", "router", "right"];
/// The router's device facing the receivers.
pub(super) const TO_RECEIVERS: &str = "right";

/// The namespaces that a process has created.
#[derive(Clone, Debug)]
pub(super) struct Network {
    process: u32,
}

impl Network {
    /// Builds the network for the traffic of a plan.
    pub(super) fn build(process: u32, plan: &Plan, stop: &Stop) -> Result<Self, Ended> {
        let ip = |arguments: &[&str], batch: &str| tool::run_unless(stop, "ip", arguments, batch).map(drop);
        let network = Self { process };
        let [left, router, right] = ENDS.map(|end| network.name(end));
        let mut batch = String::new();
        for name in [&left, &router, &right] {
            let _ = writeln!(batch, "netns add {name}");
        }
        ip(&["-batch", "-"], &batch)?;
        // Without these limits, the sending side would put several segments on the cable as one packet. The receiving
        // side does not merge packets by default.
        let cable = format!("mtu {} gso_max_size {} gso_max_segs 1", plan.mtu, plan.mtu);
        let mut batch = String::new();
        for (host, name) in [(&left, "left"), (&right, TO_RECEIVERS)] {
            let _ =
                writeln!(batch, "link add eth0 netns {host} {cable} type veth peer name {name} netns {router} {cable}");
        }
        ip(&["-batch", "-"], &batch)?;
        ip(&["-n", &router, "-batch", "-"], &router_commands())?;
        ip(&["-n", &left, "-batch", "-"], &host_commands(1, &plan.groups, Group::sender_route))?;
        ip(&["-n", &right, "-batch", "-"], &host_commands(2, &plan.groups, Group::receiver_route))?;
        Ok(network)
    }

    /// The namespace of a host: left, router or right.
    pub(super) fn name(&self, end: &str) -> String {
        format!("{PREFIX}{}-{end}", self.process)
    }
}

/// Moves this thread, and the programs it starts, into a namespace.
pub(super) fn enter(name: &str) -> Result<(), String> {
    let file = File::open(format!("{FOLDER}/{name}")).map_err(|error| format!("network namespace {name}: {error}"))?;
    move_into_link_name_space(file.as_fd(), Some(LinkNameSpaceType::Network))
        .map_err(|error| format!("network namespace {name}: {error}"))
}

/// Sets a kernel parameter in this thread's namespace.
pub(super) fn set_sysctl(name: &str, value: &str) -> Result<(), String> {
    let path = format!("/proc/sys/net/{name}");
    fs::write(&path, value).map_err(|error| format!("{path} cannot be set to {value}: {error}"))
}

/// The ids of processes whose namespaces exist on this machine. The processes themselves may have ended.
pub(crate) fn owners() -> Vec<u32> {
    let entries = fs::read_dir(FOLDER).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut all: Vec<u32> = names.filter_map(|name| Some(owner_of(&name)?.0)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Ends all processes in the namespaces that `process` created, and removes the namespaces with their devices. Returns
/// the failures.
pub(crate) fn remove_all_of(process: u32) -> Vec<String> {
    let mut problems = Vec::new();
    for end in ENDS {
        let name = format!("{PREFIX}{process}-{end}");
        if fs::exists(format!("{FOLDER}/{name}")).is_ok_and(|exists| exists) {
            end_processes_in(&name);
            problems.extend(tool::run("ip", &["netns", "del", &name]).err());
        }
    }
    problems
}

/// Ends the processes in a namespace, which cannot be removed while one runs.
fn end_processes_in(name: &str) {
    for _ in 0..50 {
        let listed = tool::run("ip", &["netns", "pids", name]).unwrap_or_default();
        let own = std::process::id();
        let pids = listed.lines().filter_map(|line| line.trim().parse::<u32>().ok()).filter(|&pid| pid != own);
        let pids: Vec<_> = pids.filter_map(|pid| Pid::from_raw(pid as i32)).collect();
        if pids.is_empty() {
            return;
        }
        for pid in pids {
            match kill_process(pid, Signal::KILL) {
                Ok(()) | Err(Errno::SRCH) => {}
                Err(_) => return,
            }
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// The process id and the host in a namespace's name.
fn owner_of(name: &str) -> Option<(u32, &str)> {
    let (process, end) = name.strip_prefix(PREFIX)?.split_once('-')?;
    ENDS.contains(&end).then_some((process.parse().ok()?, end))
}

fn router_commands() -> String {
    format!(
        "link set lo up\nlink set left up\nlink set {TO_RECEIVERS} up\naddr add 10.1.255.254/16 dev left\naddr add 10.2.255.254/16 dev {TO_RECEIVERS}\n"
    )
}

/// Commands that set a host's addresses, one per group, and routes with the attributes of the group's connections.
fn host_commands(side: u8, groups: &[Group], route: fn(&Group) -> String) -> String {
    let far = 3 - side;
    let mut batch = "link set lo up\nlink set eth0 up\n".to_owned();
    for group in groups {
        let number = group.number;
        let _ = writeln!(batch, "addr add 10.{side}.{number}.1/16 dev eth0");
        let _ = writeln!(
            batch,
            "route add 10.{far}.{number}.1/32 via 10.{side}.255.254 src 10.{side}.{number}.1 {}",
            route(group)
        );
    }
    batch
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_contains_its_process_and_host() {
        assert_eq!(owner_of("chokepoint-12-router"), Some((12, "router")));
        for other in ["chokepoint-12-elsewhere", "chokepoint-x-left", "chokepoint-12", "12-left", ""] {
            assert_eq!(owner_of(other), None, "{other}");
        }
    }
}
