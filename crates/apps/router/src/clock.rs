//! The monotonic clock of the machine, which all processes share \[ns\].

use rustix::thread::clock_nanosleep_absolute;
use rustix::time::{ClockId, Timespec, clock_gettime};

pub(crate) fn now() -> u64 {
    nanos(clock_gettime(ClockId::Monotonic))
}

/// CPU time of this thread.
pub(crate) fn thread_cpu() -> u64 {
    nanos(clock_gettime(ClockId::ThreadCPUTime))
}

/// Sleeps until `at`, or until a signal arrives.
pub(crate) fn sleep_until(at: u64) {
    // An interrupted sleep is not an error: the caller checks the clock.
    let _ = clock_nanosleep_absolute(ClockId::Monotonic, &timespec(at));
}

/// `nanos` as a kernel `timespec`.
pub(crate) fn timespec(nanos: u64) -> Timespec {
    Timespec { tv_sec: (nanos / 1_000_000_000) as i64, tv_nsec: (nanos % 1_000_000_000) as i64 }
}

fn nanos(time: Timespec) -> u64 {
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
