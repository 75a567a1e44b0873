//! The sensitivity of the comparison: how well scenes with a deliberate error still agree with the reference.

use super::case::{Case, Simulator};
use super::report::{Pair, share};
use super::sharpness::Sharpness;
use super::{FEW_SEEDS, compare_window, read, runs_of, scene, side_by_side};
use serde_json::{Value, json};

/// Every eighth case of ns-2 is changed, and every one of the few cases of ns-3. Cases of Linux are not changed.
const STRIDE: usize = 8;

/// A deliberate error, which changes a scene.
type Mistake = fn(&mut Value);

const MISTAKES: &[(&str, Mistake)] = &[
    ("UDP sends 5 % faster", |scene| speed_up_udp(scene, 1.05)),
    ("access links are 10 % longer", |scene| scale(&mut scene["access"]["delay_s"], 1.1)),
    ("the buffer is 10 % larger", |scene| scale_param(scene, "limit", 1.1)),
    ("RED's weight is 25 % greater", |scene| scale_param(scene, "w_q", 1.25)),
    ("RED's max_p is 25 % greater", |scene| scale_param(scene, "max_p", 1.25)),
    ("every TCP is Tahoe", |scene| {
        for group in scene["flows"].as_array_mut().into_iter().flatten() {
            if group["transport"] != "udp" {
                group["transport"] = "tahoe".into();
                group.as_object_mut().expect("a group").remove("exit_fix");
            }
        }
    }),
    ("CoDel's and PIE's target is 25 % longer", |scene| {
        let lane = &mut scene["lanes"][0];
        let default_s = match lane["aqm"].as_str() {
            Some("codel" | "fq-codel") => 0.005,
            Some("pie" | "fq-pie") => 0.015,
            _ => return,
        };
        lane["params"]["target_s"] = (1.25 * default_s).into();
    }),
    ("CoDel drops after intervals 25 % longer", |scene| {
        let lane = &mut scene["lanes"][0];
        if matches!(lane["aqm"].as_str(), Some("codel" | "fq-codel")) {
            lane["params"]["interval_s"] = 0.125.into();
        }
    }),
];

pub(super) struct Wrong {
    /// The deliberate error.
    what: &'static str,
    scenes: usize,
    pairs: usize,
    /// For the right and the wrong scenes, the share that holds and the sharpness of agreement.
    right: (f64, Sharpness),
    wrong: (f64, Sharpness),
}

impl Wrong {
    pub(super) fn is_seen(&self) -> bool {
        self.wrong.0 < self.right.0 || self.wrong.1.beyond_four() > self.right.1.beyond_four()
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "what": self.what, "scenes": self.scenes, "pairs": self.pairs,
            "right": { "holds": self.right.0, "sharpness": self.right.1.to_json() },
            "wrong": { "holds": self.wrong.0, "sharpness": self.wrong.1.to_json() },
        })
    }
}

/// Tries every error in those of the chosen cases that the error changes, with whole runs and few seeds.
pub(super) fn try_wrong_scenes(cases: &[Case]) -> Vec<Wrong> {
    let tried = MISTAKES.iter().map(|&(what, mistake)| {
        let is_touched = |case: &Case| {
            scene::scenario_of(case).is_ok_and(|right| {
                let mut wrong = right.clone();
                mistake(&mut wrong);
                wrong != right
            })
        };
        let simulated = cases.iter().filter(|case| case.simulator != Simulator::Linux);
        let touched: Vec<&Case> = simulated.filter(|case| is_touched(case)).collect();
        let stride = if touched.iter().any(|case| case.simulator == Simulator::Ns2) { STRIDE } else { 1 };
        let touched: Vec<&Case> = touched.into_iter().step_by(stride).collect();
        let runs = side_by_side(&touched, |place, case| {
            let right = scene::scenario_of(case).expect("a scene that was made before");
            let mut wrong = right.clone();
            mistake(&mut wrong);
            [right, wrong].map(|scene| pairs_of(case, &scene, place as u64))
        });
        let (right, wrong): (Vec<_>, Vec<_>) = runs.into_iter().map(|[right, wrong]| (right, wrong)).unzip();
        let judge = |pairs: &[Vec<Pair>]| {
            let pairs: Vec<&Pair> = pairs.iter().flatten().collect();
            (share(&pairs), Sharpness::of(&pairs))
        };
        let pairs = wrong.iter().map(Vec::len).sum();
        Wrong { what, scenes: touched.len(), pairs, right: judge(&right), wrong: judge(&wrong) }
    });
    tried.filter(|it| it.scenes > 0).collect()
}

fn pairs_of(case: &Case, scene: &Value, place: u64) -> Vec<Pair> {
    let scenario = read(scene).expect("a scene within all limits");
    let window = &case.windows[0];
    // The comparison itself does not use these seeds.
    let first = 20_000_001 + 1_000 * place;
    compare_window(case, window, &runs_of(case, window, &scenario, first..=first + FEW_SEEDS - 1))
}

pub(super) fn print(wrong: &[Wrong]) {
    for it in wrong {
        println!("\n{} ({} scenes, {} pairs)", it.what, it.scenes, it.pairs);
        for (name, (holds, sharpness)) in [("right", &it.right), ("wrong", &it.wrong)] {
            println!("  {name}: {:.1} % hold; {}", 100.0 * holds, sharpness.line());
        }
    }
}

fn speed_up_udp(scene: &mut Value, factor: f64) {
    for group in scene["flows"].as_array_mut().into_iter().flatten() {
        for (name, value) in group.as_object_mut().into_iter().flatten() {
            match name.as_str() {
                "rate_bps" => scale(value, factor),
                "steps" => value.as_array_mut().into_iter().flatten().for_each(|step| scale(&mut step[1], factor)),
                _ => {}
            }
        }
    }
}

/// Scales a parameter of the queue discipline, if the scene names it.
fn scale_param(scene: &mut Value, name: &str, factor: f64) {
    if let Some(value) = scene["lanes"][0]["params"].get_mut(name) {
        scale(value, factor);
    }
}

/// Increases a number, and leaves other values unchanged; whole numbers remain whole.
fn scale(value: &mut Value, factor: f64) {
    if let Some(whole) = value.as_u64() {
        *value = ((whole as f64 * factor).round() as u64).into();
    } else if let Some(real) = value.as_f64() {
        *value = (real * factor).into();
    }
}
