//! The kernel queue (NFQUEUE) that supplies packets and takes verdicts.

use crate::clock;
use chokepoint_headers as headers;
use nfq::{Message, Queue, Verdict};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::{AsFd, OwnedFd, RawFd};
use rustix::io::Errno;
use rustix::net::{AddressFamily, sockopt};
use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// Receive buffer of the socket \[bytes\]. At 20,000 packets per second it bridges a pause of about 100 ms.
const SOCKET_BYTES: usize = 8 << 20;
/// Number of bytes to receive of each packet if only headers are read: enough for IPv6 with some extension headers and
/// TCP.
const HEADER_BYTES: u16 = 192;
/// Number of bytes to receive of each packet if packets may be marked and must be returned whole: the largest packet of
/// a scene.
const WHOLE_BYTES: u16 = 9_216;

/// A kernel queue that this process listens to.
pub(crate) struct KernelQueue {
    queue: Queue,
    /// A second handle to the queue's socket. It is used to wait for packets with a time limit, which the crate `nfq`
    /// does not offer.
    socket: OwnedFd,
    number: u16,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Fate {
    Accept,
    /// Accept the packet with "congestion experienced".
    AcceptMarked,
    Drop,
}

impl KernelQueue {
    /// Opens the queue with this number in this thread's network namespace. The kernel holds at most `most` packets
    /// without a verdict. With `may_mark`, packets are received whole so that they can be marked.
    pub(crate) fn open(number: u16, most: u32, may_mark: bool) -> io::Result<Self> {
        let before = sockets()?;
        let mut queue = Queue::open()?;
        let socket = opened_since(&before)?;
        queue.bind(number).map_err(|error| match error.kind() {
            ErrorKind::PermissionDenied => error,
            _ => io::Error::other(format!("queue {number} cannot be opened ({error}); does another program use it?")),
        })?;
        queue.set_copy_range(number, if may_mark { WHOLE_BYTES } else { HEADER_BYTES })?;
        queue.set_queue_max_len(number, most)?;
        // The kernel must deliver single packets, as sent on the link, not several segments merged into one.
        queue.set_recv_gso(number, false)?;
        queue.set_nonblocking(true);
        sockopt::set_socket_recv_buffer_size_force(&socket, SOCKET_BYTES)?;
        Ok(Self { queue, socket, number })
    }

    /// The next packet, if there is one.
    pub(crate) fn next(&mut self) -> io::Result<Option<Message>> {
        loop {
            match self.queue.recv() {
                Ok(message) => return Ok(Some(message)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
                // The kernel has lost packets and counts them; see `lost`.
                Err(error) if error.raw_os_error() == Some(Errno::NOBUFS.raw_os_error()) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Passes the verdict on a packet to the kernel. Returns whether a requested mark could be set.
    pub(crate) fn decide(&mut self, mut message: Message, fate: Fate) -> io::Result<bool> {
        let mut is_done = true;
        if fate == Fate::AcceptMarked {
            // With the verdict, the marked copy replaces the packet in the kernel. A copy that lacks the packet's last
            // bytes is not marked, since the packet would be truncated.
            is_done = message.get_original_len() == message.get_payload().len()
                && headers::read(message.get_payload()).is_some_and(|seen| seen.ecn.is_capable())
                && headers::mark_ce(message.get_payload_mut());
        }
        message.set_verdict(if fate == Fate::Drop { Verdict::Drop } else { Verdict::Accept });
        self.queue.verdict(message)?;
        Ok(is_done)
    }

    /// Waits for a packet, for at most `nanos`.
    pub(crate) fn wait(&self, nanos: u64) -> io::Result<()> {
        let timeout = clock::timespec(nanos);
        match poll(&mut [PollFd::new(&self.socket, PollFlags::IN)], Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Numbers of packets that the kernel dropped before this program saw them.
    pub(crate) fn lost(&self) -> Option<Lost> {
        let table = fs::read_to_string("/proc/thread-self/net/netfilter/nfnetlink_queue").ok()?;
        Lost::read(&table, self.number)
    }
}

/// Packets dropped before this program saw them, since the queue was opened.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Lost {
    /// Dropped because too many packets were awaiting a verdict.
    pub(crate) queue_full: u64,
    /// Dropped because the socket was full: this program read too slowly.
    pub(crate) socket_full: u64,
}

impl Lost {
    /// Parses a queue's row in the kernel's table: number, port, waiting, mode, range, dropped, dropped at the socket,
    /// id.
    fn read(table: &str, number: u16) -> Option<Self> {
        let rows = table.lines().map(|line| line.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>());
        let row = rows.flatten().find(|row| row.first() == Some(&number.into()))?;
        Some(Self { queue_full: *row.get(5)?, socket_full: *row.get(6)? })
    }
}

/// The open sockets of this process: for each, the kernel's name, which is never reused, and the file descriptor.
fn sockets() -> io::Result<BTreeMap<PathBuf, RawFd>> {
    let descriptors = fs::read_dir("/proc/self/fd")?.flatten();
    let named = descriptors.filter_map(|entry| {
        let name = fs::read_link(entry.path()).ok()?;
        Some((name, entry.file_name().to_str()?.parse().ok()?))
    });
    Ok(named.filter(|(name, _)| name.to_string_lossy().starts_with("socket:")).collect())
}

/// A handle to the netfilter socket that is open now but is not in the earlier list `before`. The descriptor is
/// duplicated, because the owner of the original may close it at any time.
fn opened_since(before: &BTreeMap<PathBuf, RawFd>) -> io::Result<OwnedFd> {
    let this = pidfd_open(getpid(), PidfdFlags::empty())?;
    let now = sockets()?;
    let new = now.iter().filter(|(name, _)| !before.contains_key(*name));
    let copies = new.filter_map(|(_, &number)| pidfd_getfd(&this, number, PidfdGetfdFlags::empty()).ok());
    let mut queues = copies.filter(|copy| {
        let protocol = sockopt::socket_protocol(copy.as_fd()).ok().flatten();
        sockopt::socket_domain(copy.as_fd()) == Ok(AddressFamily::NETLINK)
            && protocol == Some(rustix::net::netlink::NETFILTER)
    });
    queues
        .next()
        .ok_or_else(|| io::Error::other("the socket of the queue cannot be found: this needs Linux 5.6 or later"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counters_of_the_kernel_are_parsed() {
        let table = "    0   4711    12 2 65531     7     3     1234  1\n    5 999 0 2 192 8 9 77 1\n";
        assert_eq!(Lost::read(table, 5), Some(Lost { queue_full: 8, socket_full: 9 }));
        assert_eq!(Lost::read(table, 0), Some(Lost { queue_full: 7, socket_full: 3 }));
        assert_eq!(Lost::read(table, 1), None);
        assert_eq!(Lost::read("what is this", 0), None);
    }
}
