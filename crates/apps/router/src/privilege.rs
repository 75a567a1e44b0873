//! Privileges of this program: CAP_NET_ADMIN for the queue, and from then on nothing else.

use rustix::io::Errno;
use rustix::process::setpriority_process;
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities, set_no_new_privs};
use std::io;

/// Refuses to go on without the privileges, and names their purpose.
pub(crate) fn need(needed: CapabilitySet, what_for: &str) -> Result<(), String> {
    let own = capabilities(None).map_err(|error| format!("the privileges of this process cannot be read: {error}"))?;
    if own.effective.contains(needed) {
        return Ok(());
    }
    let missing = needed.difference(own.effective);
    let names: Vec<_> = missing.iter_names().map(|(name, _)| format!("CAP_{name}")).collect();
    Err(format!("this needs root or {} ({what_for})", names.join(" and ")))
}

/// Raises the scheduling priority on a busy machine: of this thread, and those that it starts. A process without permission is late
/// more often, and a message says so.
pub(crate) fn ask_to_be_run_first() {
    let _ = setpriority_process(None, -10);
}

/// Gives up everything but CAP_NET_ADMIN, which verdicts and the counters of the queue take, in this thread and the programs
/// and threads that it starts.
pub(crate) fn keep_only_net_admin() -> io::Result<()> {
    keep(CapabilitySet::NET_ADMIN)
}

/// Gives up everything: sending and receiving need no privilege.
pub(crate) fn keep_nothing() -> io::Result<()> {
    keep(CapabilitySet::empty())
}

fn keep(kept: CapabilitySet) -> io::Result<()> {
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
    set_capabilities(None, sets)?;
    // Programs that root starts would get everything back, and set-user-id programs more.
    match set_no_new_privs(true) {
        Ok(()) | Err(Errno::INVAL) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
