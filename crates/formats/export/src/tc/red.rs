//! RED's parameters as `tc` takes them: thresholds in bytes, and a burst from which `tc` computes the averaging weight.

use crate::lane::Lane;
use crate::script::Script;
use chokepoint_engine::scenario::Problem;

/// Longest burst tried in the search for a burst that gives the wanted weight \[packets\].
const MOST_PACKETS: u32 = 1_000_000;
/// Number of bits in which the kernel stores RED's average queue divided by the averaging weight. The upper threshold
/// divided by the weight must fit into them, too.
const AVERAGE_BITS: u32 = 32;

/// RED's parameters for `tc`. The thresholds are in packets; `burst` is chosen so that `tc` computes the averaging
/// weight from it.
pub(super) struct Red {
    pub(super) min_th: f64,
    pub(super) max_th: f64,
    pub(super) max_p: f64,
    pub(super) mean_bytes: u32,
    pub(super) burst: u32,
    /// `ecn` and `harddrop`, if the scene sets `ecn` and `ecn_harddrop`.
    pub(super) flags: &'static str,
}

/// The exponent that iproute2's `tc_red_eval_ewma` computes for a burst; the weight is 2^−exponent.
fn weight_log(min_packets: f64, burst: u32) -> Option<u32> {
    let excess = f64::from(burst) + 1.0 - min_packets;
    if excess < 1.0 {
        return None;
    }
    let mut weight = 0.5;
    for log in 1..32 {
        let (mut left, mut times, mut base) = (1.0, burst, 1.0 - weight);
        while times > 0 {
            if times & 1 == 1 {
                left *= base;
            }
            base *= base;
            times >>= 1;
        }
        if excess <= (1.0 - left) / weight {
            return Some(log);
        }
        weight /= 2.0;
    }
    None
}

/// The negated exponent of the power of two nearest to a weight.
fn nearest_log(weight: f64) -> u32 {
    // The boundary between two consecutive powers of two is their geometric mean, √2 times the smaller one.
    let mut log = 1;
    while log < 31 && weight < 0.5 / f64::from(1_u32 << (log - 1)) / std::f64::consts::SQRT_2 {
        log += 1;
    }
    log
}

/// The shortest burst for which `tc` computes the weight 2^−`log`.
fn burst_for(min_packets: f64, log: u32) -> Option<u32> {
    let first = min_packets.ceil().max(1.0) as u32;
    let (mut low, mut high) = (first, MOST_PACKETS);
    // The weight falls as the burst grows, so it can be found by bisection.
    while low < high {
        let middle = low + (high - low) / 2;
        if weight_log(min_packets, middle).is_none_or(|it| it >= log) { high = middle } else { low = middle + 1 }
    }
    (weight_log(min_packets, low) == Some(log)).then_some(low)
}

/// Reads RED's parameters and reports how Linux differs. `unit` is the mean packet size in the unit of the thresholds:
/// bytes for `red`, 1 for `choke`.
pub(super) fn read(lane: &Lane<'_>, script: &mut Script, unit: u32) -> Result<Red, Problem> {
    let params = &lane.params;
    if params.switch("thresholds_auto") {
        let problem = "true is not in tc, which needs min_th and max_th: set them, and this to false";
        return Err(Problem::new(lane.path_of("thresholds_auto"), problem));
    }
    if params.choice("w_q_auto") != "off" {
        let problem = format!("{} is not in tc, which needs a weight: off", params.choice("w_q_auto"));
        return Err(Problem::new(lane.path_of("w_q_auto"), problem));
    }
    let (min_th, max_th, w_q) = (params.real("min_th"), params.real("max_th"), params.real("w_q"));
    let mean_bytes = lane.mean_packet_bytes();
    let log = nearest_log(w_q);
    let Some(burst) = burst_for(min_th, log) else {
        let problem =
            format!("{w_q} is not in tc, which derives the weight from a burst and finds none for min_th {min_th}");
        return Err(Problem::new(lane.path_of("w_q"), problem));
    };
    let most = (max_th * f64::from(unit)) as u64;
    if u64::BITS - most.leading_zeros() + log > AVERAGE_BITS {
        let problem = format!(
            "{max_th} packets with the weight 1/{} is not in Linux, whose average has {AVERAGE_BITS} bits",
            1_u64 << log
        );
        return Err(Problem::new(lane.path_of("max_th"), problem));
    }
    let weight = 1.0 / (1_u64 << log) as f64;
    if weight != w_q {
        script.lose(format!("{}: {w_q}; Linux has powers of two, here {weight}", lane.path_of("w_q")));
    }
    if params.switch("gentle") {
        script.lose(format!("{}: true; Linux drops every arrival from max_th on", lane.path_of("gentle")));
    }
    if params.choice("uniformize") != "count" {
        script.lose(format!(
            "{}: {}; Linux spaces drops as count does",
            lane.path_of("uniformize"),
            params.choice("uniformize")
        ));
    }
    if params.choice("idle") != "paper" {
        script.lose(format!("{}: ns2; Linux lets the average decay for the idle time only", lane.path_of("idle")));
    }
    params.ignore(&["zone_edges"]);
    let flags = match (params.switch("ecn"), params.switch("ecn_harddrop")) {
        (true, true) => " ecn harddrop",
        (true, false) => " ecn",
        (false, _) => "",
    };
    if !params.switch("ecn") {
        params.ignore(&["ecn_mark_max_p"]);
    }
    Ok(Red { min_th, max_th, max_p: params.real("max_p"), mean_bytes, burst, flags })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_gives_the_weight_that_iproute2_computes() {
        // The example of tc-red(8) has a burst of 55 packets. Its formula, (2·min + max)/(3·avpkt), gives this burst for
        // min = 33.333 and max = 100 packets.
        assert_eq!(weight_log(33.333, 55), Some(5));
        // For a burst shorter than the lower threshold there is no weight: tc refuses it.
        assert_eq!(weight_log(40.0, 39), None);
    }

    #[test]
    fn every_weight_has_a_burst_and_the_shortest_is_used() {
        for min_th in [1.0, 5.0, 40.0, 300.0] {
            let (first, last) = (weight_log(min_th, min_th as u32).unwrap(), 20);
            for log in first..last {
                let Some(burst) = burst_for(min_th, log) else { continue };
                assert_eq!(weight_log(min_th, burst), Some(log), "min_th {min_th}, weight 2^-{log}");
                assert_ne!(weight_log(min_th, burst - 1), Some(log), "min_th {min_th}, weight 2^-{log}");
            }
        }
    }

    #[test]
    fn weights_are_rounded_to_the_nearest_power_of_two() {
        for (weight, log) in [(1.0, 1), (0.5, 1), (0.25, 2), (0.02, 6), (0.002, 9), (1e-9, 30)] {
            assert_eq!(nearest_log(weight), log, "{weight}");
        }
    }
}
