//! The main loop: takes packets from the kernel, advances the engine and issues verdicts, all on one clock.

use crate::bottleneck::{Bottleneck, Decided};
use crate::clock;
use crate::delay::DelayLine;
use crate::flows::Classify;
use crate::honesty::{Honesty, Measured};
use crate::queue::{Fate, KernelQueue, Lost};
use chokepoint_engine::packet::FlowId;
use chokepoint_engine::time::SimTime;
use chokepoint_headers::{self as headers, Seen};
use nfq::Message;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Largest number of packets taken before the clock is read again, so that a flood of packets does not delay verdicts.
const AT_ONCE: usize = 32;
/// Longest sleep between checks for a stop request \[ns\].
const LONGEST_SLEEP: u64 = 50_000_000;

/// Time 0 of the run on the machine's clock. Packets that arrive earlier pass without a decision, after their
/// propagation delay.
#[derive(Debug)]
pub(crate) struct Start(AtomicU64);

impl Start {
    /// The start time is not yet known.
    pub(crate) const fn unknown() -> Self {
        Self(AtomicU64::new(u64::MAX))
    }

    pub(crate) fn set(&self, at: u64) {
        self.0.store(at, Ordering::Release);
    }

    pub(crate) fn is_known(&self) -> bool {
        self.get() != u64::MAX
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

/// A bottleneck, with the kernel queue before it and propagation after it.
pub(crate) struct Router<C> {
    pub(crate) queue: KernelQueue,
    pub(crate) bottleneck: Bottleneck<Message>,
    pub(crate) flows: C,
    pub(crate) honesty: Honesty,
    /// Propagation delay after the bottleneck, per flow \[ns\]; flows beyond the list have none.
    pub(crate) delays: Vec<u64>,
    /// Longest packet of the scene \[bytes\].
    pub(crate) longest: u32,
    /// Retransmissions of each flow.
    pub(crate) repeats: Vec<Repeats>,
    /// Start of the measured window \[ns\].
    measured_from: u64,
    line: DelayLine<OnItsWay>,
    decided: Vec<Decided<Message>>,
}

/// Counts of a flow's packets that arrived at the bottleneck.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Repeats {
    /// Retransmissions since the start of the run.
    pub(crate) again: u64,
    /// Retransmissions in the measured window, and their bytes.
    pub(crate) window_again: u64,
    pub(crate) window_again_bytes: u64,
    /// Packets in the measured window.
    pub(crate) window: u64,
}

struct OnItsWay {
    message: Message,
    fate: Fate,
    is_measured: bool,
}

/// What the main loop measures about the machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Served {
    pub(crate) lost: Option<Lost>,
    pub(crate) cpu_share: f64,
}

impl Served {
    /// Adds the transmission time of the longest packet and the number of arrivals, which the bottleneck knows.
    pub(crate) fn measured(&self, packet_s: f64, arrived: u64) -> Measured {
        Measured { lost: self.lost, cpu_share: self.cpu_share, packet_s, arrived }
    }
}

impl<C: Classify> Router<C> {
    /// A router without any packets.
    pub(crate) fn new(
        queue: KernelQueue,
        bottleneck: Bottleneck<Message>,
        flows: C,
        delays: Vec<u64>,
        longest: u32,
    ) -> Self {
        let (honesty, line, decided, repeats) = (Honesty::default(), DelayLine::new(), Vec::new(), Vec::new());
        let measured_from = bottleneck.measured_from().nanos();
        Self { queue, bottleneck, flows, honesty, delays, longest, repeats, measured_from, line, decided }
    }

    /// Serves until the scene's duration has elapsed or a stop is requested. Packets may remain queued; see
    /// [`Router::finish`].
    pub(crate) fn serve(&mut self, start: &Start, stop: &[&AtomicBool]) -> io::Result<Served> {
        let mut before = None;
        self.go_on(start, stop, &mut before)?;
        let lost = self.queue.lost();
        let (from, cpu, lost_before) = before.unwrap_or((clock::now(), clock::thread_cpu(), lost));
        let seconds = clock::now().saturating_sub(from) as f64 / 1e9;
        let computed = (clock::thread_cpu() - cpu) as f64 / 1e9;
        let lost = lost.zip(lost_before).map(|(now, then)| Lost {
            queue_full: now.queue_full.saturating_sub(then.queue_full),
            socket_full: now.socket_full.saturating_sub(then.socket_full),
        });
        Ok(Served { lost, cpu_share: if seconds > 0.0 { computed / seconds } else { 0.0 } })
    }

    fn go_on(
        &mut self,
        start: &Start,
        stop: &[&AtomicBool],
        before: &mut Option<(u64, u64, Option<Lost>)>,
    ) -> io::Result<()> {
        while !stop.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            let now = clock::now();
            let begin = start.get();
            if now >= begin {
                before.get_or_insert_with(|| (now, clock::thread_cpu(), self.queue.lost()));
                self.bottleneck.advance(SimTime::from_nanos(now - begin), &mut self.decided);
                self.send_decided(begin)?;
                if self.bottleneck.is_finished() {
                    return Ok(());
                }
            }
            self.send_due(clock::now())?;
            let mut is_empty = false;
            for _ in 0..AT_ONCE {
                let Some(message) = self.queue.next()? else {
                    is_empty = true;
                    break;
                };
                self.take(message, begin)?;
            }
            if is_empty {
                self.wait(begin)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, message: Message, begin: u64) -> io::Result<()> {
        let now = clock::now();
        let seen = headers::read(message.get_payload());
        let known = seen.and_then(|seen| Some((seen, self.flows.flow_of(&seen)?)));
        let Some((seen, (flow, is_again))) = known else {
            self.honesty.strangers += 1;
            return self.decide(message, Fate::Accept);
        };
        let seen = Seen { bytes: whole_bytes(&message, &seen), ..seen };
        if now < begin {
            self.flows.gone(flow);
            let due = now + self.delay_of(flow);
            self.line.push(due, OnItsWay { message, fate: Fate::Accept, is_measured: false });
            return Ok(());
        }
        self.honesty.oversized += u64::from(u32::from(seen.bytes) > self.longest);
        let at = SimTime::from_nanos(now - begin);
        self.count(flow, seen.bytes, is_again, at);
        self.bottleneck.arrive(at, &seen, flow, is_again, message, &mut self.decided);
        self.send_decided(begin)
    }

    fn count(&mut self, flow: FlowId, bytes: u16, is_again: bool, at: SimTime) {
        if self.repeats.len() <= flow.index() {
            self.repeats.resize(flow.index() + 1, Repeats::default());
        }
        let repeats = &mut self.repeats[flow.index()];
        repeats.again += u64::from(is_again);
        if at.nanos() >= self.measured_from {
            repeats.window += 1;
            repeats.window_again += u64::from(is_again);
            repeats.window_again_bytes += u64::from(is_again) * u64::from(bytes);
        }
    }

    fn delay_of(&self, flow: FlowId) -> u64 {
        self.delays.get(flow.index()).copied().unwrap_or(0)
    }

    fn send_decided(&mut self, begin: u64) -> io::Result<()> {
        let mut decided = std::mem::take(&mut self.decided);
        for Decided { handle, flow, fate, at } in decided.drain(..) {
            self.flows.gone(flow);
            let at = begin.saturating_add(at.nanos());
            let delay = if fate == Fate::Drop { 0 } else { self.delay_of(flow) };
            if delay > 0 {
                self.line.push(at + delay, OnItsWay { message: handle, fate, is_measured: true });
            } else {
                self.decide(handle, fate)?;
                self.honesty.verdicts.record(clock::now().saturating_sub(at));
            }
        }
        // The emptied list is put back, so that the next call reuses its memory.
        self.decided = decided;
        Ok(())
    }

    /// Passes on packets whose propagation delay has elapsed.
    fn send_due(&mut self, now: u64) -> io::Result<()> {
        while let Some((due, OnItsWay { message, fate, is_measured })) = self.line.pop_until(now) {
            self.decide(message, fate)?;
            if is_measured {
                self.honesty.verdicts.record(clock::now().saturating_sub(due));
            }
        }
        Ok(())
    }

    fn decide(&mut self, message: Message, fate: Fate) -> io::Result<()> {
        let is_done = self.queue.decide(message, fate)?;
        self.honesty.unmarked += u64::from(!is_done);
        Ok(())
    }

    /// Sleeps until the next event, arrival or stop check.
    fn wait(&mut self, begin: u64) -> io::Result<()> {
        let now = clock::now();
        let event =
            if now < begin { None } else { self.bottleneck.next_event_at().map(|at| begin.saturating_add(at.nanos())) };
        let first = [event, self.line.next_due(), Some(begin)].into_iter().flatten().filter(|&at| at > now);
        let is_due = event.is_some_and(|at| at <= now) || self.line.next_due().is_some_and(|at| at <= now);
        let Some(until) = first.min().filter(|_| !is_due) else {
            return if is_due { Ok(()) } else { self.queue.wait(LONGEST_SLEEP) };
        };
        self.queue.wait((until - now).min(LONGEST_SLEEP))?;
        let woken = clock::now();
        if woken >= until && begin <= now {
            self.honesty.timers.record(woken - until);
        }
        Ok(())
    }

    /// Accepts every packet still without a verdict.
    pub(crate) fn finish(&mut self, start: &Start) -> io::Result<()> {
        let begin = start.get();
        let now = clock::now();
        let waiting = self.bottleneck.release(SimTime::from_nanos(now.saturating_sub(begin)));
        for Decided { handle, fate, .. } in waiting {
            self.decide(handle, fate)?;
        }
        while let Some((_, OnItsWay { message, fate, .. })) = self.line.pop_until(u64::MAX) {
            self.decide(message, fate)?;
        }
        while let Some(message) = self.queue.next()? {
            self.decide(message, Fate::Accept)?;
        }
        Ok(())
    }
}

/// The packet length: the larger of the header's length and the one that the kernel reports.
fn whole_bytes(message: &Message, seen: &Seen) -> u16 {
    let bytes = message.get_original_len().max(message.get_payload().len());
    u16::try_from(bytes).unwrap_or(u16::MAX).max(seen.bytes)
}
