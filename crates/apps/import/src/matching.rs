//! Pairs each entering packet with the same packet on the leaving side.
//!
//! A packet is recognized by the header fields that a router does not change. Of several identical packets, the first
//! to enter is taken as the first to leave. The sign of its delays shows which direction a flow goes: a packet in the
//! opposite direction appears on the leaving side first. A flow not seen on both sides, such as traffic for the router
//! itself, does not count. Packets before the first and after the last recognized packet do not count either, since
//! their fate is unknown.

use crate::capture::{Capture, Flows, Packet};
use crate::problem::ImportProblem;
use std::ops::Range;

/// Largest deviation of a delay from the median \[ns\]. Beyond it, the pair must be two different packets with equal
/// identity.
const FAR_FROM_MEDIAN: i64 = 10_000_000_000;
/// Smallest number of pairs from which the range of possible delays is derived.
const ENOUGH_PAIRS: usize = 100;

/// Facts that the user vouches for; they replace checks of the captures.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Belief {
    /// Whether the clocks of the captures may differ.
    pub(crate) apart: bool,
    /// Whether to trust the user on which capture is entering and which is leaving, even if more packets go the other
    /// way.
    pub(crate) as_given: bool,
}

/// The packets of both captures, matched.
#[derive(Debug)]
pub(crate) struct Matching {
    /// Indices of matched packets in the entering and the leaving capture, in the order of leaving.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// Indices of the packets that entered and did not leave, in order.
    pub(crate) dropped: Vec<u32>,
    /// For each flow, whether it goes from the entering to the leaving side.
    pub(crate) is_forward: Vec<bool>,
    /// For each flow, whether it goes from the leaving to the entering side.
    pub(crate) is_backward: Vec<bool>,
    /// Number of pairs that could also have been formed with another packet of the same identity.
    pub(crate) alike: u64,
    /// Number of forward packets that left, after the first pair, without having been seen to enter.
    pub(crate) appeared: u64,
    /// Indices of the forward packets that left before the first pair: they entered before the capture began.
    pub(crate) early: Vec<u32>,
}

impl Matching {
    pub(crate) fn new(
        entering: &Capture,
        leaving: &Capture,
        flows: &Flows,
        belief: Belief,
    ) -> Result<Self, ImportProblem> {
        let tail = entering.common_tail().min(leaving.common_tail());
        let [entered, left] = [entering, leaving].map(|capture| Alike::new(&capture.packets, tail));
        let seen_twice = sure_pairs(&entered, &left, entering, leaving, flows.keys.len());
        if seen_twice.is_empty() {
            return Err(ImportProblem::Sides { what: nothing_in_common(entering, leaving) });
        }
        if seen_twice.iter().all(|pair| pair.delay == 0) {
            let (ours, theirs) = (&entering.name, &leaving.name);
            let what = format!(
                "{ours} and {theirs} hold the same packets at the same times: both were captured on the same side of the bottleneck"
            );
            return Err(ImportProblem::Sides { what });
        }
        let (is_forward, is_backward) = directions(&seen_twice, entering, leaving, flows, belief)?;
        let delays = seen_twice.iter().filter(|pair| is_forward[pair.flow as usize]).map(|pair| pair.delay);
        let window = window(delays.collect(), belief);
        let mut matching = Self {
            pairs: Vec::new(),
            dropped: Vec::new(),
            is_forward,
            is_backward,
            alike: 0,
            appeared: 0,
            early: Vec::new(),
        };
        matching.pair_up(&entered, &left, entering, leaving, window);
        matching.find_drops(entering, leaving);
        Ok(matching)
    }

    /// Matches packets of equal identity in order, within the allowed range of delays.
    fn pair_up(&mut self, entered: &Alike, left: &Alike, entering: &Capture, leaving: &Capture, window: Range<i64>) {
        for (ours, theirs) in common(entered, left) {
            let flow = entering.packets[ours[0].1 as usize].flow;
            if !self.is_forward[flow as usize] {
                continue;
            }
            let mut waiting = ours.iter().map(|&(_, place)| place).peekable();
            for &(_, leaves) in theirs {
                let left_at = leaving.packets[leaves as usize].at;
                let delay = |enters: u32| left_at - entering.packets[enters as usize].at;
                while waiting.peek().is_some_and(|&enters| delay(enters) > window.end) {
                    waiting.next();
                }
                if let Some(enters) = waiting.next_if(|&enters| delay(enters) >= window.start) {
                    self.pairs.push((enters, leaves));
                    self.alike += u64::from(waiting.peek().is_some_and(|&next| delay(next) >= window.start));
                }
            }
        }
        self.pairs.sort_unstable_by_key(|&(_, leaves)| leaves);
    }

    fn find_drops(&mut self, entering: &Capture, leaving: &Capture) {
        let enter = || self.pairs.iter().map(|&(enters, _)| enters);
        let (Some(first), Some(last)) = (enter().min(), enter().max()) else { return };
        let mut is_found = vec![false; entering.packets.len()];
        for &(enters, _) in &self.pairs {
            is_found[enters as usize] = true;
        }
        let is_dropped = |&place: &u32| {
            let packet: &Packet = &entering.packets[place as usize];
            !is_found[place as usize] && self.is_forward[packet.flow as usize]
        };
        self.dropped = (first..=last).filter(is_dropped).collect();
        let leave = || self.pairs.iter().map(|&(_, leaves)| leaves as usize);
        let (Some(first), Some(last)) = (leave().min(), leave().max()) else { return };
        let mut is_explained = vec![false; leaving.packets.len()];
        leave().for_each(|place| is_explained[place] = true);
        let unexplained = |range: Range<usize>| {
            let is_ours =
                |place: &usize| self.is_forward[leaving.packets[*place].flow as usize] && !is_explained[*place];
            range.filter(is_ours).map(|place| place as u32).collect::<Vec<_>>()
        };
        (self.early, self.appeared) = (unexplained(0..first), unexplained(first..last).len() as u64);
    }
}

/// Packets with equal identity, each with its index in the capture.
type Group = [(u64, u32)];

/// The packets of a capture, sorted by identity. Packets with equal identity are in time order.
struct Alike(Vec<(u64, u32)>);

impl Alike {
    fn new(packets: &[Packet], tail: u8) -> Self {
        let mut all: Vec<_> = (0u32..).zip(packets).map(|(place, packet)| (packet.identity(tail), place)).collect();
        all.sort_unstable();
        Self(all)
    }

    fn groups(&self) -> impl Iterator<Item = &Group> {
        self.0.chunk_by(|one, other| one.0 == other.0)
    }
}

/// The groups of packets with equal identity that occur on both sides.
fn common<'a>(entered: &'a Alike, left: &'a Alike) -> impl Iterator<Item = (&'a Group, &'a Group)> {
    let mut theirs = left.groups().peekable();
    entered.groups().filter_map(move |ours| {
        while theirs.next_if(|group| group[0].0 < ours[0].0).is_some() {}
        theirs.next_if(|group| group[0].0 == ours[0].0).map(|group| (ours, group))
    })
}

/// A packet that occurs on both sides.
struct SeenTwice {
    flow: u32,
    /// Time from the entering to the leaving side; negative if the packet went in the opposite direction.
    delay: i64,
    bytes: u16,
}

/// Pairs that are certainly the same packet, because their identity occurs equally often on both sides. In a flow
/// without such pairs, the first packet of each identity on one side is paired with the first on the other.
fn sure_pairs(entered: &Alike, left: &Alike, entering: &Capture, leaving: &Capture, flows: usize) -> Vec<SeenTwice> {
    let pair = |enters: u32, leaves: u32| {
        let (enters, leaves) = (&entering.packets[enters as usize], &leaving.packets[leaves as usize]);
        SeenTwice { flow: enters.flow, delay: leaves.at - enters.at, bytes: enters.bytes }
    };
    let (mut sure, mut others) = (Vec::new(), Vec::new());
    for (ours, theirs) in common(entered, left) {
        if ours.len() == theirs.len() {
            sure.extend(ours.iter().zip(theirs).map(|(ours, theirs)| pair(ours.1, theirs.1)));
        } else {
            others.push(pair(ours[0].1, theirs[0].1));
        }
    }
    let mut has_sure = vec![false; flows];
    sure.iter().for_each(|pair| has_sure[pair.flow as usize] = true);
    sure.extend(others.into_iter().filter(|pair| !has_sure[pair.flow as usize]));
    sure
}

/// Decides which flows go from the entering to the leaving side, and which in the opposite direction.
fn directions(
    seen_twice: &[SeenTwice],
    entering: &Capture,
    leaving: &Capture,
    flows: &Flows,
    belief: Belief,
) -> Result<(Vec<bool>, Vec<bool>), ImportProblem> {
    let count = flows.keys.len();
    let mut delays: Vec<Vec<i64>> = vec![Vec::new(); count];
    seen_twice.iter().for_each(|pair| delays[pair.flow as usize].push(pair.delay));
    let medians: Vec<_> = delays.into_iter().map(median).collect();
    let limit = if belief.apart { limit_when_apart(&medians, flows) } else { 0 };
    let is_forward: Vec<_> = medians.iter().map(|it| it.is_some_and(|delay| delay >= limit)).collect();
    let is_backward: Vec<_> = medians.iter().map(|it| it.is_some_and(|delay| delay < limit)).collect();
    let bytes = |is_ours: &[bool]| -> u64 {
        let ours = seen_twice.iter().filter(|pair| is_ours[pair.flow as usize]);
        ours.map(|pair| u64::from(pair.bytes)).sum()
    };
    let (forward, backward) = (bytes(&is_forward), bytes(&is_backward));
    let (ours, theirs) = (&entering.name, &leaving.name);
    let goes_both_ways = |flow: u32| {
        let back = flows.reverse(flow).filter(|&back| back != flow);
        is_forward[flow as usize] && back.is_some_and(|back| is_forward[back as usize])
    };
    if (0..count as u32).any(goes_both_ways) {
        return Err(ImportProblem::Sides {
            what: format!(
                "in {ours} and {theirs} packets of both directions travel the same way: these captures cover several devices at once; capture each side separately (-i DEVICE), or all with tcpdump -i any -y LINUX_SLL2"
            ),
        });
    }
    if forward == 0 {
        let median = median(seen_twice.iter().map(|pair| pair.delay).collect()).unwrap_or(0);
        let early = -median as f64 / 1e9;
        return Err(ImportProblem::Sides {
            what: format!(
                "all packets of both captures are in {theirs} before they are in {ours}, by {early:.6} s: the two seem to be swapped, or their clocks differ (then give --apart)"
            ),
        });
    }
    if backward > forward && !belief.as_given {
        return Err(ImportProblem::Sides {
            what: format!(
                "{forward} bytes go from {ours} to {theirs} and {backward} bytes the other way: the two seem to be swapped; if not, give --as-given"
            ),
        });
    }
    Ok((is_forward, is_backward))
}

/// The delay from which a flow counts as forward, if the clocks differ. Of a connection's two flows, the one with the
/// larger delay goes forward; the limit lies between the delays of forward and backward flows. If no connection was
/// seen in both directions, all flows count as forward.
fn limit_when_apart(medians: &[Option<i64>], flows: &Flows) -> i64 {
    let (mut latest_back, mut earliest_forth) = (i64::MIN, i64::MAX);
    for (flow, median) in (0u32..).zip(medians) {
        let back = flows.reverse(flow).and_then(|flow| medians[flow as usize]);
        if let (Some(one), Some(other)) = (*median, back) {
            latest_back = latest_back.max(one.min(other));
            earliest_forth = earliest_forth.min(one.max(other));
        }
    }
    if latest_back == i64::MIN { i64::MIN } else { latest_back + (earliest_forth - latest_back) / 2 + 1 }
}

/// The range of possible delays between packets of equal identity \[ns\].
fn window(delays: Vec<i64>, belief: Belief) -> Range<i64> {
    let Some(median) = median(delays.clone()) else { return 0..0 };
    let near = || delays.iter().filter(|&&delay| (delay - median).abs() <= FAR_FROM_MEDIAN);
    let least = near().min().copied().unwrap_or(median);
    let longest = near().max().copied().unwrap_or(median);
    let spread = longest - least;
    // With a single clock no delay is negative, so the range begins at 0.
    let start = if belief.apart { least - spread / 4 - 1_000_000 } else { 0 };
    let is_known = delays.len() >= ENOUGH_PAIRS;
    start..if is_known { longest + spread / 2 + 10_000_000 } else { median + FAR_FROM_MEDIAN }
}

pub(crate) fn median(mut values: Vec<i64>) -> Option<i64> {
    let middle = values.len() / 2;
    (!values.is_empty()).then(|| *values.select_nth_unstable(middle).1)
}

fn nothing_in_common(entering: &Capture, leaving: &Capture) -> String {
    let [(from, until), (other_from, other_until)] = [entering, leaving].map(Capture::seconds);
    let (ours, theirs) = (&entering.name, &leaving.name);
    let (count, other_count) = (entering.packets.len(), leaving.packets.len());
    let common = "none of the packets is in both captures";
    if until < other_from || other_until < from {
        return format!(
            "{common}; they cover different times: {ours} from second {from:.3} to {until:.3} since 1970, {theirs} from {other_from:.3} to {other_until:.3}"
        );
    }
    format!(
        "{common} ({count} in {ours}, {other_count} in {theirs}): the captures show different traffic, or the router rewrites addresses or ports (NAT; then capture after the rewriting), or network cards merge segments (then turn offloading off: ethtool -K DEVICE gro off gso off tso off)"
    )
}
