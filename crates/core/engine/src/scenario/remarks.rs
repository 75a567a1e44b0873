//! Remarks on settings that are valid but rarely intended: thresholds that the queue never reaches, flows that cannot
//! fill the link, a source synchronous with the link, or a measurement without warm-up. A remark states the consequence
//! and a remedy; the scene is accepted.

use super::Scenario;
use crate::base::time::SimTime;
use crate::declare::ParamValue;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use ts_rs::TS;

/// A remark is made if the flows' windows allow less than this share of the capacity.
const FILLED: f64 = 0.95;
/// The share of a run that a remark suggests as warm-up.
const WARM_UP: f64 = 0.2;

/// A remark: a setting, and the consequence of its value.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "SceneRemark")]
pub struct Remark {
    /// Dotted path in the scenario.
    pub path: String,
    /// The consequence, and the remedy.
    pub remark: String,
    /// A change that removes the cause of the remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub offer: Option<Offer>,
}

/// A new value for a setting.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "SceneOffer")]
pub struct Offer {
    /// Dotted path in the scenario.
    pub path: String,
    /// The value.
    #[ts(type = "SettingValue")]
    pub value: Value,
    /// The effect of the change, as the label of a button.
    pub name: &'static str,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.remark)
    }
}

impl Scenario {
    /// All remarks; remarks on lanes come first.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks: Vec<Remark> = (0..self.lanes.len()).filter_map(|lane| self.of_thresholds(lane)).collect();
        remarks.extend(self.of_windows());
        remarks.extend(self.of_constant_rates());
        remarks.extend(self.of_warm_up());
        remarks
    }

    /// Remarks on a user's own scene without warm-up. A preset is exempt, because it is measured as the paper
    /// describes.
    fn of_warm_up(&self) -> Option<Remark> {
        let is_own = self.id.is_empty() && self.measured_from == SimTime::ZERO;
        let offered_s = (self.duration.secs() * WARM_UP * 1e3).round() / 1e3;
        is_own.then(|| Remark {
            path: "measured_from_s".into(),
            remark: format!(
                "the measurement begins with the run, while the flows start and the queue fills; set \
                 measured_from_s, for instance to {offered_s}"
            ),
            offer: Some(Offer { path: "measured_from_s".into(), value: json!(offered_s), name: "Add a warm-up" }),
        })
    }

    /// Remarks on thresholds above the buffer, which the average queue never reaches.
    fn of_thresholds(&self, lane: usize) -> Option<Remark> {
        let (_, settings, _) = self.lane_settings(lane).ok()?;
        let value = |id: &str| settings.iter().find(|(known, _)| *known == id).map(|(_, value)| value);
        let number = |id: &str| match value(id)? {
            ParamValue::Integer(value) => Some(value as f64),
            ParamValue::Real(value) => Some(value),
            ParamValue::Switch(_) | ParamValue::Choice(_) => None,
        };
        if value("thresholds_auto") == Some(ParamValue::Switch(true)) {
            return None;
        }
        let (limit, min_th, max_th) = (number("limit")?, number("min_th")?, number("max_th")?);
        let aqm = &self.lanes[lane].aqm;
        let (id, remark) = if min_th >= limit {
            (
                "min_th",
                format!(
                    "{min_th} packets are not below limit ({limit}): the average queue never rises above \
                 min_th, and {aqm} drops like drop-tail; lower min_th or raise limit"
                ),
            )
        } else if max_th > limit {
            (
                "max_th",
                format!(
                    "{max_th} packets are above limit ({limit}): the average queue never reaches max_th, \
                 because a full buffer drops packets first; lower max_th or raise limit"
                ),
            )
        } else {
            return None;
        };
        Some(Remark { path: format!("lanes.{lane}.params.{id}"), remark, offer: None })
    }

    /// Remarks on flows that cannot fill the link. Without a queue, a TCP flow sends at most one window per round-trip time.
    fn of_windows(&self) -> Option<Remark> {
        if self.has_two_links() {
            return None; // The flows of either link do not show whether the other link is full.
        }
        let (mut most_bps, written) = (0.0, self.to_json());
        let mut widest: Option<(f64, usize, u32, f64)> = None;
        for (place, group) in self.flows.iter().enumerate() {
            let access = self.access_of(group);
            let count = f64::from(group.count);
            match group.tcp_config(self.profile) {
                Some(config) => {
                    let round_trip_s = 2.0 * (self.delay.secs() + access.delay.secs());
                    let window_bits = f64::from(config.window) * f64::from(group.packet_bytes) * 8.0;
                    let group_bps = count * (window_bits / round_trip_s).min(access.rate_bps as f64);
                    most_bps += group_bps;
                    if widest.is_none_or(|(bps, ..)| group_bps > bps) {
                        widest = Some((group_bps, place, config.window, round_trip_s));
                    }
                }
                None => {
                    let own_bps = access.rate_bps as f64;
                    most_bps +=
                        count * written["flows"][place]["rate_bps"].as_f64().map_or(own_bps, |bps| bps.min(own_bps));
                }
            }
        }
        let (_, place, window, round_trip_s) = widest?;
        let share = most_bps / self.capacity_bps as f64;
        (share < FILLED).then(|| Remark {
            path: format!("flows.{place}.window_packets"),
            remark: format!(
                "the flows are limited by their windows: {window} packets in a round trip of {} ms, together \
                 {:.1} % of the link's {} bit/s, so that no queue lasts; raise window_packets",
                (round_trip_s * 1e6).round() / 1e3,
                share * 100.0,
                self.capacity_bps
            ),
            offer: None,
        })
    }

    /// Remarks on sources as fast as the link, which keep their phase relative to the link's transmissions (Floyd and
    /// Jacobson, 1992).
    fn of_constant_rates(&self) -> Vec<Remark> {
        let written = self.to_json();
        let groups = written["flows"].as_array().into_iter().flatten().enumerate();
        let in_step = groups.filter(|(_, group)| {
            group["source"] == "cbr"
                && group["rate_bps"].as_f64() == Some(self.capacity_bps as f64)
                && group["jitter"] != true
        });
        in_step
            .map(|(place, _)| Remark {
                path: format!("flows.{place}.rate_bps"),
                remark: format!(
                    "the rate is exactly the link's {} bit/s, without jitter: the source is in step with the link, and the result may depend on when the source started (phase effect); set flows.{place}.jitter to true or another rate",
                    self.capacity_bps
                ),
                offer: Some(Offer {
                    path: format!("flows.{place}.jitter"),
                    value: true.into(),
                    name: "Add jitter",
                }),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remarks(change: &[(&str, Value)]) -> Vec<String> {
        let scene = json!({
            "id": "tiny", "title": "Tiny",
            "lanes": [{ "aqm": "choke" }],
            "flows": [{ "transport": "udp", "rate_bps": 2_000_000 }, { "transport": "newreno", "count": 33 }],
        });
        let scene = Scenario::parse(&scene).unwrap();
        let scene = scene.with_all(change.iter().map(|(path, value)| (*path, value.clone()))).unwrap();
        scene.remarks().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_usual_scene_has_no_remarks() {
        assert_eq!(remarks(&[]), [""; 0]);
    }

    #[test]
    fn thresholds_above_the_buffer_get_a_remark() {
        let thresholds = |limit: u32| remarks(&[("limit", limit.into()), ("min_th", 40.into()), ("max_th", 80.into())]);
        assert_eq!(thresholds(100), [""; 0]);
        assert_eq!(thresholds(80), [""; 0]);
        let [above] = &thresholds(50)[..] else { panic!("one remark") };
        assert!(above.starts_with("lanes.0.params.max_th: 80 packets are above limit (50)"), "{above}");
        let [below] = &thresholds(20)[..] else { panic!("one remark") };
        assert!(below.starts_with("lanes.0.params.min_th: 40 packets are not below limit (20)"), "{below}");
    }

    #[test]
    fn windows_that_do_not_fill_the_link_get_a_remark() {
        let on = |capacity_bps: u64| {
            remarks(&[
                ("bottleneck.capacity_bps", capacity_bps.into()),
                ("access.rate_bps", 10_000_000_000_u64.into()),
                ("flows.0.rate_bps", 0.into()),
                ("flows", json!([{ "transport": "newreno", "count": 2, "window_packets": 100 }])),
            ])
        };
        // Two flows with windows of 100 kB send at about 40 Mb/s in all, if the queue is empty.
        assert_eq!(on(10_000_000), [""; 0]);
        let [said] = &on(1_000_000_000)[..] else { panic!("one remark") };
        assert!(
            said.starts_with("flows.0.window_packets: the flows are limited by their windows: 100 packets"),
            "{said}"
        );
    }

    #[test]
    fn a_source_synchronous_with_the_link_gets_a_remark_unless_it_has_jitter() {
        let at = |jitter: bool| remarks(&[("flows.0.rate_bps", 1_000_000.into()), ("flows.0.jitter", jitter.into())]);
        assert_eq!(at(true), [""; 0]);
        let [said] = &at(false)[..] else { panic!("one remark") };
        assert!(said.starts_with("flows.0.rate_bps: the rate is exactly the link's 1000000 bit/s"), "{said}");
    }

    #[test]
    fn a_users_own_scene_without_warm_up_gets_a_remark() {
        assert_eq!(remarks(&[("id", "".into())])[..].len(), 1);
        assert_eq!(remarks(&[("id", "".into()), ("measured_from_s", 1.into())]), [""; 0]);
    }

    #[test]
    fn the_offered_change_removes_the_remark() {
        let scene = json!({
            "lanes": [{ "aqm": "choke" }],
            "flows": [{ "transport": "udp", "rate_bps": 1_000_000 }, { "transport": "newreno", "count": 33 }],
        });
        let scene = Scenario::parse(&scene).unwrap();
        let offers: Vec<Offer> = scene.remarks().into_iter().filter_map(|remark| remark.offer).collect();
        assert_eq!(offers.len(), 2);
        let changed = scene.with_all(offers.iter().map(|offer| (&*offer.path, offer.value.clone()))).unwrap();
        assert_eq!(changed.remarks(), []);
    }
}
