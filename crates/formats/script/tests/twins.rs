//! Tests that every start script decides like its native twin: on the same packets, at the same nanosecond, for the
//! same reasons, in all kinds of scenes.

use crate::scene::{run, scene};
use chokepoint_script::start::STARTS;
use serde_json::{Value, json};

const SCENES: u64 = 20;

#[test]
fn every_start_script_decides_like_its_native_twin_packet_by_packet() {
    for start in STARTS {
        let Some(twin) = start.twin else { continue };
        let mut params: Value = serde_json::from_str(start.twin_params).expect("parameters");
        let (mut dropped, mut marked) = (0, 0);
        for number in 0..SCENES {
            // The thresholds must be below the buffers of the scenes; otherwise there would be hardly any draws.
            let mut own = json!({});
            if crate::scene::has_param(twin, "min_th") {
                for (id, value) in [("min_th", 5.0), ("max_th", 12.0 + number as f64)] {
                    own[id] = value.into();
                    params[id] = value.into();
                }
                own["w_q"] = json!(0.02);
                params["w_q"] = json!(0.02);
            }
            if twin == "pernewque" {
                // With these parameters, the drop probability P rises within seconds; with the defaults this takes
                // minutes.
                for (id, value) in [("alpha", 0.3), ("min_interval_s", 0.01)] {
                    own[id] = value.into();
                    params[id] = value.into();
                }
            }
            let lanes = json!([
                { "aqm": twin, "params": params },
                { "aqm": "script", "script": start.text, "params": own },
            ]);
            let scenario = scene(number, lanes);
            let (native, native_diary) = run(&scenario, 0, false);
            let (script, script_diary) = run(&scenario, 1, false);
            assert_eq!(script.stop(), None, "{} in scene {number}", start.id);
            if native_diary.value() != script_diary.value() {
                let (native, script) = (run(&scenario, 0, true).1.last, run(&scenario, 1, true).1.last);
                let place = native.iter().zip(&script).position(|(native, script)| native != script);
                let place = place.unwrap_or(native.len().min(script.len()));
                let around = |list: &[String]| list[place.saturating_sub(3)..list.len().min(place + 3)].join("\n");
                panic!(
                    "{} diverges from {twin} in scene {number} at entry {place}:\n{}\n--- script:\n{}",
                    start.id,
                    around(&native),
                    around(&script)
                );
            }
            let (native, script) = (native.result().bottleneck, script.result().bottleneck);
            assert_eq!(native.queue_packets, script.queue_packets, "{} in scene {number}", start.id);
            assert_eq!(native.avg_queue_packets, script.avg_queue_packets, "{} in scene {number}", start.id);
            assert!(native_diary.entries > 500, "{} in scene {number}: {} entries", start.id, native_diary.entries);
            dropped += native.dropped_packets;
            marked += native.marked_packets;
        }
        assert!(dropped > 1_000, "{}: {dropped} dropped", start.id);
        let marks = ["blue", "codel", "pernewque"];
        assert_eq!(marked > 0, marks.contains(&start.id), "{}: {marked} marked", start.id);
    }
}
