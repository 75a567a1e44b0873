//! Real runs: every metric has a value, and a result given as text has the same values as the result object.

use super::super::bench::{experiment, preset, result};
use super::super::parts::{Measured, Parts};
use super::super::{Experiment, Job, METRICS, Metric, Preset, SceneFacts, Takes};
use crate::base::time::Span;
use crate::scenario::Scenario;
use serde_json::{Value, json};

fn with_bins() -> Experiment {
    let mut preset = preset();
    preset["experiment"]["bins"] = json!({ "from_s": 2, "until_s": 10, "width_s": 0.1 });
    experiment(&preset)
}

const JOB: Job = Job { lane: 1, point: 0, seed: 1 };

fn example(takes: Takes) -> &'static str {
    match takes {
        Takes::Nothing => "",
        Takes::Flow => ":1",
        Takes::Group => ":1",
        Takes::Transport => ":newreno",
        Takes::Source => ":ftp",
        Takes::Reason => ":early",
        Takes::Stretch => ":4..8",
    }
}

#[test]
fn every_metric_has_a_value_in_a_real_run() {
    let experiment = with_bins();
    let run = Parts::of(experiment.run(JOB).unwrap());
    // The skipped metrics need a flow that requests objects or sends a single file. This scene has no such flow.
    let is_of_files = |id: &str| ["completion_s", "page_load_s"].contains(&id) || id.starts_with("transfer_");
    for about in METRICS.iter().filter(|about| !is_of_files(about.id)) {
        let text = format!("{}{}", about.id, example(about.takes));
        let metric = Metric::parse(&text).unwrap();
        assert_eq!(metric.to_string(), text);
        if metric.needs_rates() || metric.needs_delays() {
            continue; // The preset does not request these metrics, so the run does not record their data.
        }
        let value = metric.values(&[run.whole()], &experiment.plan().scenes[0].facts)[0];
        assert!(value.is_some_and(f64::is_finite), "{text}: {value:?}");
    }
}

#[test]
fn every_reason_that_a_metric_counts_is_one_of_the_engine() {
    let known: Vec<_> = crate::discipline::Reason::ALL.iter().map(|reason| reason.about().id).collect();
    for id in ["early", "forced", "match_arriving", "match_victim", "penalty"] {
        assert!(known.contains(&id), "{id}");
    }
}

#[test]
fn metrics_of_a_result_that_can_be_computed_by_hand() {
    let run = Parts::parse(&result(0.28).to_string()).unwrap();
    let experiment = experiment(&preset());
    let value = |text: &str| {
        Metric::parse(text).unwrap().values(&[run.whole()], &experiment.plan().scenes[0].facts)[0].expect("a value")
    };
    for (metric, expected) in [
        ("udp_throughput_bps", 280_000.0),
        ("tcp_goodput_bps", 648_000.0),
        ("tcp_goodput_eq41_bps", 576_000.0),
        ("udp_utilization", 0.28),
        ("tcp_utilization", 0.72),
        // Eq. 4.4 of the CHOKeD thesis divides the mean waiting time (0.4 s) by the number of flows (10) and gives the
        // result a negative sign.
        ("queueing_delay_eq44_s", -0.04),
        ("red_drops", 200.0),
        ("match_drops", 290.0),
        ("comparisons_per_arrival", 2.5),
        ("drop_ratio", 0.4),
        ("match_drop_ratio", 0.21),
        ("early_drop_ratio", 0.1),
        ("red_drop_ratio", 0.16),
        ("penalty_drop_ratio", 0.01),
        ("red_drop_share", 0.4),
        ("match_drop_share", 0.55),
        ("match_ratio", 0.04),
        ("mark_ratio", 0.05),
        ("state_bytes", 640.0),
        ("drop_share:forced", 0.15),
        ("queueing_delay_p99_s", 0.8),
        ("flow_queueing_delay_s:1", 0.28),
        ("flow_queueing_delay_s:2", 0.08),
        ("time_in_system_s", 0.408),
        // UDP and TCP together receive 1 Mb/s.
        ("power_bps_per_s", 1e6 / 0.408),
        ("queue_p5_packets", 40.0),
        ("queue_p95_packets", 60.0),
        ("queue_empty_ratio", 0.02),
        ("queue_full_ratio", 0.03),
        ("flow_throughput_bps:1", 280_000.0),
        ("flow_throughput_bps:10", 80_000.0),
        ("transport_throughput_bps:newreno", 720_000.0),
        ("group_throughput_bps:0", 280_000.0),
        ("group_throughput_bps:1", 720_000.0),
        ("source_throughput_bps:cbr", 280_000.0),
        ("tcp_flow_min_bps", 80_000.0),
        ("avg_queue_sd_packets", 2.0),
        // One flow has 280 kb/s and nine flows have 80 kb/s. The mean is 100 kb/s, and the sum of the squared
        // deviations is 180² + 9·20² = 36,000.
        ("throughput_sd_bps", 63_245.553),
        ("group_jain_index:1", 1.0),
        ("transport_jain_index:newreno", 1.0),
    ] {
        let value = value(metric);
        assert!((value / expected - 1.0).abs() < 1e-8, "{metric}: {value} and not {expected}");
    }
}

#[test]
fn a_flow_starves_below_a_tenth_of_the_equal_share() {
    let experiment = experiment(&preset());
    // At a UDP share of 0.95, each of the nine TCP flows has 5.6 kb/s. This is less than 10 kb/s, a tenth of the equal
    // share of ten flows.
    for (udp_share, starved) in [(0.95, 0.9), (0.28, 0.0)] {
        let run = Parts::parse(&result(udp_share).to_string()).unwrap();
        let metric = Metric::parse("starved_ratio").unwrap();
        assert_eq!(metric.values(&[run.whole()], &experiment.plan().scenes[0].facts), [Some(starved)]);
    }
}

#[test]
fn a_range_of_flows_or_groups_gives_a_metric_for_each() {
    let texts =
        |text: &str| Metric::parse_each(text).map(|each| each.iter().map(Metric::to_string).collect::<Vec<_>>());
    assert_eq!(
        texts("flow_loss_ratio:9..11").unwrap(),
        ["flow_loss_ratio:9", "flow_loss_ratio:10", "flow_loss_ratio:11"]
    );
    assert_eq!(texts("group_throughput_bps:0..0").unwrap(), ["group_throughput_bps:0"]);
    assert_eq!(texts("jain_index").unwrap(), ["jain_index"]);
    assert_eq!(texts("udp_share:1..2").unwrap(), ["udp_share:1..2"], "two moments");
    for (text, problem) in [
        ("flow_loss_ratio:5..2", "smaller number first"),
        ("flow_loss_ratio:1..2000", "is not a range of 1 to 1000 numbers"),
        ("flow_loss_ratio:1..x", "\"x\" is not an end of a range"),
        ("flow_loss_ratio:0..2", "is written flow_loss_ratio:1"),
        ("jain_index:1..2", "is written jain_index"),
    ] {
        assert!(texts(text).unwrap_err().contains(problem), "{text}: {:?}", texts(text));
    }
}

/// A CBR flow that offers more than the link's 1 Mb/s, and a CBR flow of 0.5 Mb/s that starts at 10 s.
fn joined_at_10_s() -> Value {
    json!({
        "duration_s": 50,
        "bottleneck": { "capacity_bps": 1_000_000 },
        "lanes": [{ "aqm": "drr" }],
        "flows": [
            { "transport": "udp", "rate_bps": 1_200_000, "start_s": [0, 0] },
            { "transport": "udp", "rate_bps": 500_000, "start_s": [10, 10] },
        ],
        "interventions": [{ "at_s": 5, "path": "flows.0.rate_bps", "value": 1_100_000 }],
    })
}

#[test]
fn convergence_is_measured_from_the_last_change_of_the_scene() {
    let scenario = Scenario::parse(&joined_at_10_s()).unwrap();
    let facts = SceneFacts::of(&scenario);
    assert_eq!(facts.last_change_s, 10.0);
    let metrics = ["convergence_s:0", "convergence_s:1"].map(|text| Metric::parse(text).unwrap());
    let values = super::super::measure(&scenario, 0, &metrics, &facts).unwrap();
    // DRR divides the link equally within one second after the start of the second flow. The rates then stay the same,
    // so they have converged by then.
    assert!(values.iter().all(|value| value.whole.is_some_and(|time_s| time_s <= 1.0)), "{values:?}");
    assert_eq!(values[0].halves, None, "the metric is not of the measured window");
    // A worker sends a run's rates as text. The metric has the same value after parsing this text.
    let mut preset = preset();
    preset["experiment"] = json!({ "lanes": [{ "aqm": "drr" }], "metrics": ["convergence_s:1"] });
    preset["scenario"] = joined_at_10_s();
    let experiment = experiment(&preset);
    let run = experiment.run(Job { lane: 0, point: 0, seed: 1 }).unwrap();
    let run = Parts::parse(&run.to_text()).unwrap();
    assert_eq!(metrics[1].values(&[run.whole()], &facts), [values[1].whole]);
}

#[test]
fn rates_of_groups_add_up_to_the_link() {
    let scenario = Scenario::parse(&joined_at_10_s()).unwrap();
    let rates = super::super::group_rates(&scenario, 0, Span::from_secs(2.0)).unwrap();
    assert_eq!((rates.from_s, rates.width_s, rates.rates_bps.len(), rates.rates_bps[0].len()), (0.0, 2.0, 2, 25));
    assert_eq!(rates.rates_bps[1][..5], [0.0; 5]);
    // The rate in a bin differs from the capacity by at most two packets of 1000 bytes.
    let both = rates.rates_bps[0].iter().zip(&rates.rates_bps[1]).map(|(one, other)| one + other);
    assert!(both.skip(1).all(|rate| (rate - 1e6).abs() <= 8_000.0), "{rates:?}");
    let problem = super::super::group_rates(&scenario, 0, Span::from_secs(60.0)).unwrap_err();
    assert_eq!(problem[0].to_string(), "rates: 60 s does not cut 50 s into 1 to 100000 bins");
}

#[test]
fn objects_have_a_completion_time() {
    let scene = json!({
        "duration_s": 20,
        "lanes": [{ "aqm": "drop-tail" }],
        "flows": [{ "transport": "newreno", "source": "web", "count": 5 }],
    });
    let mut run = crate::Simulation::new(&Scenario::parse(&scene).unwrap(), 0).unwrap();
    run.advance_to(run.end());
    let facts = SceneFacts::of(&Scenario::parse(&scene).unwrap());
    let result = run.result();
    let value = Metric::parse("completion_s")
        .unwrap()
        .values(&[Measured { result: &result, bins: None, rates: None, delays: None }], &facts)[0];
    // An object takes at least one round trip.
    assert!(value.is_some_and(|seconds| (0.02..20.0).contains(&seconds)), "{value:?}");
}

/// The values of metrics after a run of 20 s that is measured from 5 s on. In the measured interval 40 files of 3
/// packets each start.
fn of_transfers<const N: usize>(start_s: [f64; 2], metrics: [&str; N]) -> [Option<f64>; N] {
    let scene = json!({
        "duration_s": 20,
        "measured_from_s": 5,
        "lanes": [{ "aqm": "drop-tail" }],
        "flows": [{ "transport": "newreno", "source": "transfer", "count": 40, "object_packets": 3, "size_law": "constant",
                    "start_s": start_s }],
    });
    let scenario = Scenario::parse(&scene).unwrap();
    let mut run = crate::Simulation::new(&scenario, 0).unwrap();
    run.advance_to(run.end());
    let (result, facts) = (run.result(), SceneFacts::of(&scenario));
    metrics.map(|text| {
        Metric::parse(text)
            .unwrap()
            .values(&[Measured { result: &result, bins: None, rates: None, delays: None }], &facts)[0]
    })
}

#[test]
fn transfers_have_completion_times() {
    let names = ["transfer_s:0", "transfer_p50_s:0", "transfer_p99_s:0", "transfer_ended_ratio:0"];
    let [mean, median, slowest, ended] = of_transfers([6.0, 15.0], names).map(|value| value.expect("a value"));
    // A file of 3 packets needs a window of 1 packet and then a window of 2. This takes at least two round trips of 40
    // ms, plus 3 transmission times of 8 ms.
    assert!((0.08..0.5).contains(&median) && median <= slowest && mean <= slowest, "{median} {mean} {slowest}");
    assert_eq!(ended, 1.0);
    let [mean, median, slowest, ended] = of_transfers([6.0, 20.0], names);
    if ended < Some(1.0) {
        assert_eq!((mean, slowest), (None, None), "the slowest have not ended");
    }
    assert!(median.is_some());
    assert_eq!(of_transfers([0.0, 4.0], names), [None; 4], "all started during the warm-up");
}

#[test]
fn transfers_are_measured_by_size() {
    let scene = json!({
        "duration_s": 40,
        "lanes": [{ "aqm": "drop-tail" }],
        "flows": [{ "transport": "newreno", "source": "trace", "files": [[0, 5], [5, 100], [12, 101]] }],
    });
    let scenario = Scenario::parse(&scene).unwrap();
    let mut run = crate::Simulation::new(&scenario, 0).unwrap();
    run.advance_to(run.end());
    let (result, facts) = (run.result(), SceneFacts::of(&scenario));
    let times: Vec<f64> =
        result.flows.iter().map(|flow| flow.transfer.and_then(|it| it.completion_s).expect("it ended")).collect();
    let value = |text: &str| {
        let measured = Measured { result: &result, bins: None, rates: None, delays: None };
        Metric::parse(text).unwrap().values(&[measured], &facts)[0]
    };
    assert_eq!(value("transfer_short_s:0"), Some((times[0] + times[1]) / 2.0));
    assert_eq!(value("transfer_short_p99_s:0"), Some(times[1]));
    assert_eq!(value("transfer_long_s:0"), Some(times[2]));
}

#[test]
fn a_page_is_loaded_when_its_last_object_is_complete() {
    let load = |objects: u64| {
        let scene = json!({
            "duration_s": 60,
            "lanes": [{ "aqm": "drop-tail" }],
            "flows": [{ "transport": "newreno", "source": "web", "objects_per_page": objects, "object_gap_s": 0,
                        "think_s": 1, "object_cap": 1 }],
        });
        let scenario = Scenario::parse(&scene).unwrap();
        let mut run = crate::Simulation::new(&scenario, 0).unwrap();
        run.advance_to(run.end());
        let (result, facts) = (run.result(), SceneFacts::of(&scenario));
        let measured = Measured { result: &result, bins: None, rates: None, delays: None };
        let value = Metric::parse("page_load_s").unwrap().values(&[measured], &facts)[0];
        (value.expect("a page was loaded"), result.classes["tcp"].clone())
    };
    // Every object is one packet over an empty path and takes the same time, and the gaps between objects are 0.
    let (single, of_objects) = load(1);
    assert_eq!((Some(single), of_objects.pages), (of_objects.mean_completion_s, None));
    let (triple, of_pages) = load(3);
    assert!((triple / single - 3.0).abs() < 0.01, "{triple} {single}");
    let pages = of_pages.pages.expect("pages of several objects").get();
    let objects = of_pages.completed_objects.expect("objects");
    assert!(pages.completed == objects / 3 && pages.completed > 10, "{pages:?} {objects}");
}

#[test]
fn the_files_of_a_trace_start_at_the_times_of_the_list() {
    let scene = json!({
        "duration_s": 20,
        "lanes": [{ "aqm": "drop-tail" }],
        "flows": [
            { "transport": "udp", "count": 2, "rate_bps": 8_000 },
            { "transport": "newreno", "source": "trace", "files": [[7, 3], [0.25, 40], [30, 1]] },
        ],
    });
    let transfers = |scenario: &Scenario| {
        let mut run = crate::Simulation::new(scenario, 0).unwrap();
        run.advance_to(run.end());
        let started = run.result().flows.into_iter().filter_map(|flow| flow.transfer);
        started.map(|transfer| (transfer.start_s, transfer.packets)).collect::<Vec<_>>()
    };
    let scenario = Scenario::parse(&scene).unwrap();
    assert_eq!(transfers(&scenario), [(7.0, 3), (0.25, 40)], "the third file starts after the end of the run");
    assert_eq!(Scenario::parse(&scenario.to_json()).unwrap(), scenario);
    let shorter = scenario.with_all([("flows.1.count", json!(1)), ("flows.1.start_s", json!(2))]).unwrap();
    assert_eq!(transfers(&shorter), [(9.0, 3)]);
    let chosen = scenario.with("flows.1.source", json!("size-table")).unwrap();
    assert!(transfers(&chosen).iter().all(|&(_, packets)| (1..=1_000).contains(&packets)));
    let again = chosen.with("flows.1.source", json!("trace")).unwrap();
    assert_eq!(transfers(&again), [(0.0, 10), (0.1, 10), (0.2, 10)]);
}

#[test]
fn a_list_from_a_file_configures_a_group() {
    let scene = json!({
        "lanes": [{ "aqm": "drop-tail" }],
        "flows": [{ "transport": "newreno", "count": 33, "window_packets": 30 }, { "transport": "udp", "rate_bps": 8_000 }],
    });
    let scenario = Scenario::parse(&scene).unwrap();
    let traced = scenario.with_list(0, "trace", "time,size\n0.5,3\n2,40\n").unwrap().to_json();
    assert_eq!(traced["flows"][0]["files"], json!([[0.5, 3], [2.0, 40]]));
    assert_eq!((&traced["flows"][0]["count"], &traced["flows"][0]["start_s"]), (&json!(2), &json!([0.0, 0.0])));
    let scheduled = scenario.with_list(1, "schedule", "1 5e4").unwrap().to_json();
    assert_eq!(scheduled["flows"][1]["steps"], json!([[1.0, 50_000]]));
    let problem = |group, source, text| scenario.with_list(group, source, text).unwrap_err()[0].to_string();
    assert!(problem(0, "trace", "0 3\n1").starts_with("flows.0.files: line 2: "));
    assert!(problem(0, "trace", "0 0").starts_with("flows.0.files.0: [0.0,0.0] is not a pair [time: "));
    assert!(problem(0, "ftp", "0 3").contains("not configured by a list"));
    assert!(problem(1, "trace", "0 3").contains("does not apply to flows of udp"));
}

#[test]
fn the_peak_is_that_of_the_mean_over_the_runs() {
    let experiment = with_bins();
    let bins = |shares: [u64; 3]| {
        json!({ "from_s": 2.0, "width_s": 1.0, "udp_bytes": shares, "bytes": [100, 100, 100],
                "udp_packets": [1.0, 1.0, 1.0], "packets": [4.0, 4.0, 4.0] })
    };
    let run = |shares| Parts::parse(&json!({ "result": result(0.3), "bins": bins(shares) }).to_string()).unwrap();
    // The mean UDP shares of the three bins are 30 %, 55 % and 45 %. The first run has its largest share, 60 %, in the
    // second bin. The second run has its largest share, 70 %, in the third bin.
    let runs = [run([10, 60, 20]), run([50, 50, 70])];
    let values = |text: &str| {
        Metric::parse(text).unwrap().values(&[runs[0].whole(), runs[1].whole()], &experiment.plan().scenes[0].facts)
    };
    assert_eq!(values("udp_share_peak:2..5"), [Some(0.6), Some(0.5)]);
    assert_eq!(values("udp_share_peak:2..3"), [Some(0.1), Some(0.5)]);
    assert_eq!(values("udp_share:2..5"), [Some(0.3), Some(170.0 / 300.0)]);
    // In each bin of 1 s the link sends 100 bytes of the 125,000 that it could send.
    assert_eq!(values("link_use:2..5"), [Some(0.0008), Some(0.0008)]);
    // The UDP shares of the first two bins are 10 % and 60 % in the first run, and 50 % and 50 % in the second run. The
    // standard deviation of two values is their difference divided by √2.
    let deviations: Vec<f64> = values("udp_share_sd:2..4").into_iter().flatten().collect();
    assert!((deviations[0] - 0.25 * 2.0_f64.sqrt()).abs() < 1e-12 && deviations[1] == 0.0, "{deviations:?}");
    assert_eq!(values("udp_queue_share:2..5"), [Some(0.25), Some(0.25)]);
}

#[test]
fn a_run_added_as_text_equals_the_run_added_as_object() {
    let (mut by_object, mut by_text) = (with_bins(), with_bins());
    let output = by_object.run(JOB).unwrap();
    by_object.add(JOB, output.clone()).unwrap();
    assert_eq!(Parts::parse(&output.to_text()).unwrap(), Parts::of(output.clone()));
    by_text.add_text(JOB, &output.to_text()).unwrap();
    assert_eq!(by_object.runs, by_text.runs);
    assert!(by_object.runs[&JOB].halves.is_some());
    by_text.add_text(JOB, &json!(output.result).to_string()).unwrap();
    assert_eq!(by_text.runs[&JOB].halves, None, "an unfinished run has no halves");
    assert!(by_object.runs[&JOB].bins.is_some());
}

#[test]
fn bins_do_not_change_a_run() {
    let plain = experiment(&preset());
    assert_eq!(with_bins().run(JOB).unwrap().result, plain.run(JOB).unwrap().result);
}

#[test]
fn bins_add_up_to_the_bytes_that_the_link_sent() {
    let experiment = with_bins();
    let output = experiment.run(JOB).unwrap();
    let bins = output.bins.unwrap();
    let sent: u64 = bins.bytes.iter().sum();
    // In the 8 s of the bins, a fully used link of 1 Mb/s sends 1 MB. The first and the last packet may be sent partly
    // outside the bins.
    assert!((999_000..=1_001_000).contains(&sent), "{sent}");
    let mean = bins.packets.iter().sum::<f64>() / bins.packets.len() as f64;
    let max = output.result.bottleneck.queue_packets.max as f64;
    assert!(mean > 1.0 && bins.packets.iter().all(|&packets| packets <= max), "{mean}");
}

#[test]
fn jobs_run_every_lane_of_a_seed_before_the_next_seed() {
    let mut experiment = experiment(&preset());
    assert_eq!(experiment.jobs(None).len(), 9, "three lanes, three seeds");
    let jobs = experiment.jobs(Some(2));
    assert_eq!(
        jobs.iter().map(|job| (job.seed, job.lane)).collect::<Vec<_>>(),
        [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    );
    assert_eq!(experiment.report().asked_seeds, 2);
}

#[test]
fn a_run_of_another_experiment_is_refused() {
    let mut experiment = experiment(&preset());
    let problem =
        |job: Job, text: &str, experiment: &mut Experiment| experiment.add_text(job, text).unwrap_err().to_string();
    let right = result(0.3).to_string();
    assert_eq!(
        problem(Job { lane: 3, ..JOB }, &right, &mut experiment),
        "job.lane: 3 is not a lane of the experiment, which has 3"
    );
    assert_eq!(
        problem(Job { point: 1, ..JOB }, &right, &mut experiment),
        "job.point: 1 is not a point of the experiment, which has 1"
    );
    assert!(problem(JOB, "{}", &mut experiment).starts_with("result: is not a result object: missing field"));
    assert!(problem(JOB, "nonsense", &mut experiment).starts_with("result: is not a result object"));
    assert!(experiment.runs.is_empty());
}

#[test]
fn the_results_of_a_changed_scene_have_no_groups_to_compare() {
    let other = json!({ "lanes": [{ "aqm": "red" }], "flows": [{ "transport": "udp" }, { "count": 5 }] });
    let facts = SceneFacts::of(&Scenario::parse(&other).unwrap());
    let run = Parts::parse(&result(0.3).to_string()).unwrap();
    let metric = |text: &str| Metric::parse(text).unwrap().values(&[run.whole()], &facts)[0];
    assert_eq!(metric("group_throughput_bps:1"), None);
    assert!(metric("tcp_throughput_bps").is_some());
}

#[test]
fn the_presets_of_the_repository_can_be_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read_to_string(&path).unwrap();
            let parsed = Preset::parse(&serde_json::from_str(&text).unwrap());
            assert!(parsed.is_ok(), "{}: {:?}", path.display(), parsed.err());
        }
    }
}

/// The engine must write the scene of a preset exactly as in the preset's file, because the page reports every
/// difference from the file as a change.
#[test]
fn the_engine_writes_the_scene_of_a_preset_as_in_its_file() {
    fn with_real_numbers(value: &Value) -> Value {
        match value {
            Value::Number(number) => json!(number.as_f64()),
            Value::Array(items) => items.iter().map(with_real_numbers).collect(),
            Value::Object(fields) => {
                fields.iter().map(|(key, value)| (key.clone(), with_real_numbers(value))).collect()
            }
            other => other.clone(),
        }
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets");
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_some_and(|extension| extension == "json") {
            let file: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let written = Scenario::parse(&file["scenario"]).unwrap().to_json();
            assert_eq!(with_real_numbers(&written), with_real_numbers(&file["scenario"]), "{}", path.display());
        }
    }
}

#[test]
fn waiting_times_of_groups_and_classes_agree_with_the_result() {
    let scene = json!({
        "duration_s": 20,
        "measured_from_s": 5,
        "lanes": [{ "aqm": "drop-tail" }],
        "flows": [{ "transport": "udp", "rate_bps": 500_000 }, { "transport": "newreno", "count": 3 }],
    });
    let scenario = Scenario::parse(&scene).unwrap();
    let facts = SceneFacts::of(&scenario);
    let ids = [
        "group_queueing_delay_s:0",
        "flow_queueing_delay_s:1",
        "group_queueing_delay_s:1",
        "tcp_queueing_delay_s",
        "group_queueing_delay_p95_s:0",
        "udp_queueing_delay_p95_s",
        "group_queueing_delay_p50_s:1",
        "group_queueing_delay_p99_s:1",
    ];
    let metrics: Vec<Metric> = ids.iter().map(|id| Metric::parse(id).unwrap()).collect();
    let values: Vec<f64> = super::super::measure(&scenario, 0, &metrics, &facts)
        .unwrap()
        .iter()
        .map(|value| value.whole.unwrap())
        .collect();
    let is_close = |one: f64, other: f64| (one - other).abs() < 1e-9;
    assert!(is_close(values[0], values[1]) && is_close(values[2], values[3]), "{values:?}");
    assert_eq!(values[4], values[5], "the first group is all of UDP");
    assert!(values[6] < values[7], "{values:?}");
}
