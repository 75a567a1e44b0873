//! Privileges of this program: it keeps CAP_NET_ADMIN for the queue, and gives up all others.

use rustix::io::Errno;
use rustix::process::setpriority_process;
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities, set_no_new_privs};
use std::io;

/// Checks that this process has some privileges. The error names the missing ones and their purpose.
pub(crate) fn need(needed: CapabilitySet, what_for: &str) -> Result<(), String> {
    let own = capabilities(None).map_err(|error| format!("the privileges of this process cannot be read: {error}"))?;
    if own.effective.contains(needed) {
        return Ok(());
    }
    let missing = needed.difference(own.effective);
    let names: Vec<_> = missing.iter_names().map(|(name, _)| format!("CAP_{name}")).collect();
    Err(format!("this needs root or {} ({what_for})", names.join(" and ")))
}

/// Raises the scheduling priority of this thread and of threads that it starts. Without permission the priority is
/// unchanged. Verdicts are then late more often, and the final message reports late verdicts.
pub(crate) fn ask_to_be_run_first() {
    let _ = setpriority_process(None, -10);
}

/// Gives up all privileges but CAP_NET_ADMIN, for this thread and the threads and programs that it starts. Verdicts and
/// the counters of the queue need CAP_NET_ADMIN.
pub(crate) fn keep_only_net_admin() -> io::Result<()> {
    keep(CapabilitySet::NET_ADMIN)
}

/// Gives up all privileges; sending and receiving need none.
pub(crate) fn keep_nothing() -> io::Result<()> {
    keep(CapabilitySet::empty())
}

fn keep(kept: CapabilitySet) -> io::Result<()> {
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
    set_capabilities(None, sets)?;
    // Without this setting, programs started by root would regain all privileges, and set-user-id programs could gain
    // more.
    match set_no_new_privs(true) {
        Ok(()) | Err(Errno::INVAL) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
