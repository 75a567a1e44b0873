//! Tests of `chokepoint plot`: a table gives the same figure in every file format, and error messages name the wrong
//! field.

use crate::support::{Folder, assert_refused, chokepoint};
use std::fs;

/// Makes a table with two lanes at four points, and returns its name. One of the points is not a valid scene.
fn table(folder: &Folder, name: &str) -> String {
    let file = folder.file(name);
    let args = [
        "sweep",
        "choked-model1",
        "--duration=2",
        "--over=max_th=60,90",
        "--over=min_th=20,70",
        "--aqm=red",
        "--aqm=choke",
        "--seeds=3",
        "--metric=udp_utilization",
        "--metric=queueing_delay_s",
        "--out",
        &file,
    ];
    assert!(chokepoint(&args).status.success());
    file
}

/// Standard output of a call that succeeds without messages.
#[track_caller]
fn caption(args: &[&str]) -> String {
    let output = chokepoint(args);
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_form_of_the_table_gives_the_same_figure() {
    let folder = Folder::new("plot-forms");
    let figures: Vec<(String, Vec<u8>)> = ["csv", "json", "parquet"]
        .into_iter()
        .map(|form| {
            let table = table(&folder, &format!("table.{form}"));
            let (svg, tex) = (folder.file(&format!("{form}.svg")), folder.file(&format!("{form}.tex")));
            let caption = caption(&["plot", &table, "--x", "max_th", "--out", &svg, "--out", &tex]);
            (caption, [svg, tex].iter().flat_map(|file| fs::read(file).unwrap()).collect())
        })
        .collect();
    assert!(figures.windows(2).all(|pair| pair[0] == pair[1]));
    let (caption, bytes) = &figures[0];
    assert!(caption.contains("Means of 3 seeds") && !caption.contains("missing"), "{caption}");
    assert!(
        caption.contains("6 combinations of a seed and values that contradict each other are not valid scenes."),
        "{caption}"
    );
    assert!(String::from_utf8_lossy(bytes).contains("<svg"));
}

#[test]
fn a_figure_file_holds_what_the_options_said() {
    let folder = Folder::new("plot-file");
    let table = table(&folder, "table.csv");
    let [first, second, third, file] = ["1.svg", "2.svg", "3.svg", "figure.json"].map(|name| folder.file(name));
    let options = [
        "--kind=box",
        "--x=lane",
        "--by=max_th",
        "--only=min_th=20",
        "--width=60mm",
        "--name=red=RED, 60",
        "--y-range=0..1",
        "--palette=grey",
        "--log=none",
    ];
    let mut args = vec!["plot", &table, "--out", &first, "--write-figure", &file];
    args.extend(options);
    let said = caption(&args);
    assert_eq!(caption(&["plot", &table, "--figure", &file, "--out", &second]), said);
    assert!(fs::read(&first).unwrap() == fs::read(&second).unwrap());
    caption(&["plot", &table, "--figure", &file, "--palette=okabe-ito", "--out", &third]);
    assert!(fs::read(&first).unwrap() != fs::read(&third).unwrap(), "an option takes precedence over the file");
    assert_refused(&["plot", &table, "--figure", &file, "--out", &second], "--replace");
    fs::write(&file, r#"{ "kind": "pie" }"#).unwrap();
    assert_refused(
        &["plot", &table, "--figure", &file, "--kind=box", "--out", &second, "--replace"],
        "unknown variant `pie`",
    );
}

#[test]
fn a_figure_of_the_sweep_is_found_by_its_name_in_its_table() {
    let folder = Folder::new("plot-named");
    let [study, table, joined, first, second, file] =
        ["study.json", "table.csv", "joined.parquet", "1.svg", "2.svg", "figure.json"].map(|name| folder.file(name));
    let mut definition = serde_json::json!({
        "scene": "choked-model1",
        "over": [{ "path": "max_th", "values": [60, 90] }],
        "lanes": ["red", "choke"],
        "seeds": 2,
        "metrics": ["udp_utilization"],
        "figures": { "spread": { "kind": "box", "x": "lane", "by": ["max_th"] } },
    });
    fs::write(&study, definition.to_string()).unwrap();
    assert!(chokepoint(&["sweep", &study, "--duration=2", "--out", &table]).status.success());
    assert!(chokepoint(&["join", &table, "--out", &joined]).status.success());
    let named = caption(&["plot", &joined, "--figure", "spread", "--write-figure", &file, "--out", &first]);
    assert_eq!(caption(&["plot", &table, "--figure", &file, "--out", &second]), named);
    assert!(named.contains("Boxes") && fs::read(&first).unwrap() == fs::read(&second).unwrap(), "{named}");
    assert_refused(
        &["plot", &table, "--figure=bar", "--out", &first, "--replace"],
        "the figures of the table are spread",
    );
    definition["figures"]["spread"]["y"] = "udp_utilization".into();
    fs::write(&study, definition.to_string()).unwrap();
    let fewer = ["sweep", &study, "--metric=jain_index"];
    assert_refused(&fewer, "so give the metric of this figure, too");
    definition["figures"]["spread"]["kind"] = "pie".into();
    fs::write(&study, definition.to_string()).unwrap();
    assert_refused(&["sweep", &study, "--duration=2"], "figures.spread.kind: unknown variant `pie`");
}

#[test]
fn what_is_wrong_is_named_and_nothing_is_written() {
    let folder = Folder::new("plot-wrong");
    let table = table(&folder, "table.csv");
    let svg = folder.file("figure.svg");
    for (options, said) in [
        (vec!["--y=jain_index"], "y: \"jain_index\" is not in the table; known are udp_utilization, queueing_delay_s"),
        (vec!["--x=limit"], "known are queue.params.max_th, queue.params.min_th, lane"),
        (vec!["--by=lane"], "queue.params.min_th varies, too"),
        (vec!["--only=max_th"], "--only: \"max_th\" has no ="),
        (vec!["--only=max_th=61"], "61 is not a value of queue.params.max_th in the table; known are 60, 90"),
        (vec!["--kind=pie"], "[possible values: curves, differences, box]"),
        (vec!["--width=84"], "84 is not a length; a length is column, page, or a number with mm, cm, in or pt"),
        (vec!["--x-range=5"], "5 is not a range of two numbers such as 0..1"),
        (
            vec!["--kind=differences", "--against=rod"],
            "against: \"rod\" is not a lane of the table; known are red, choke",
        ),
    ] {
        let mut args = vec!["plot", &table, "--out", &svg];
        args.extend(&options);
        assert_refused(&args, said);
    }
    let png = folder.file("figure.png");
    assert_refused(&["plot", &table, "--out", &png], "does not end in .svg, .pdf or .tex");
    assert_refused(&["plot", &table], "--out <FILE>");
    assert_refused(&["plot", &folder.file("none.csv"), "--out", &svg], "none.csv");
    assert!(!fs::exists(&svg).unwrap());
}
