//! Privileges of this program: keeps CAP_NET_ADMIN, which the queue needs, and drops all others.

use rustix::io::Errno;
use rustix::process::setpriority_process;
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities, set_no_new_privs};
use std::io;

/// Checks that this process has certain privileges. The error names missing ones and what they are for.
pub(crate) fn need(needed: CapabilitySet, what_for: &str) -> Result<(), String> {
    let own = capabilities(None).map_err(|error| format!("the privileges of this process cannot be read: {error}"))?;
    if own.effective.contains(needed) {
        return Ok(());
    }
    let missing = needed.difference(own.effective);
    let names: Vec<_> = missing.iter_names().map(|(name, _)| format!("CAP_{name}")).collect();
    Err(format!("this needs root or {} ({what_for})", names.join(" and ")))
}

/// Raises the scheduling priority of this thread and the threads it starts. Without permission the priority stays
/// unchanged. Verdicts are then late more often, which the final message reports.
pub(crate) fn ask_to_be_run_first() {
    let _ = setpriority_process(None, -10);
}

/// Drops all privileges except CAP_NET_ADMIN, for this thread and the threads and programs it starts. Verdicts and the
/// queue's counters need CAP_NET_ADMIN.
pub(crate) fn keep_only_net_admin() -> io::Result<()> {
    keep(CapabilitySet::NET_ADMIN)
}

/// Drops all privileges; sending and receiving need none.
pub(crate) fn keep_nothing() -> io::Result<()> {
    keep(CapabilitySet::empty())
}

fn keep(kept: CapabilitySet) -> io::Result<()> {
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
    set_capabilities(None, sets)?;
    // Without the flag "no new privileges", programs started by root would regain all privileges, and set-user-id
    // programs could gain more.
    match set_no_new_privs(true) {
        Ok(()) | Err(Errno::INVAL) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
