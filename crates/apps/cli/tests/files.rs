//! Files and links exchanged between the command line and the page: each reads what the other writes. The page saves
//! the files in `from-the-page/` (`web/src/core/save/saved-files.test.ts`).

use crate::support::{Folder, assert_refused, chokepoint, lines};
use chokepoint_engine::RUNS;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn from_the_page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/from-the-page").join(name);
    path.to_str().expect("UTF-8").to_owned()
}

/// A file that is removed after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(env::temp_dir().join(format!("chokepoint-{}-{name}", std::process::id())))
    }

    fn holding(name: &str, content: &str) -> Self {
        let file = Self::new(name);
        fs::write(&file.0, content).expect("a writable folder");
        file
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn read(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON")
}

/// Exit status and standard output of a call.
fn printed(args: &[&str]) -> (Option<i32>, String) {
    let output = chokepoint(args);
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_list_of_pairs_is_read_from_a_file() {
    let file = Scratch::holding("arrivals.csv", "time,size\n0.5,3\n2,40\n");
    let files = format!("flows.1.files=@{}", file.path());
    let trace = ["run", "character-red", "--duration=20", "--json", "--set=measured_from_s=0"];
    let source = ["--set=flows.1.source=trace", "--set=flows.1.count=2", "--set=flows.1.start_s=0"];
    let result = lines(&chokepoint(&[&trace[..], &source, &["--set", &files]].concat())).remove(0);
    let transfers: Vec<&Value> = result["flows"]
        .as_array()
        .expect("flows")
        .iter()
        .map(|flow| &flow["transfer"])
        .filter(|it| !it.is_null())
        .collect();
    assert_eq!([&transfers[0]["start_s"], &transfers[1]["packets"]], [&json!(0.5), &json!(40)]);
    fs::write(file.path(), "0.5,3\n2").expect("a writable folder");
    assert_refused(&[&trace[..], &source, &["--set", &files]].concat(), "arrivals.csv: line 2: ");
}

#[test]
fn a_scene_saved_by_the_page_gives_the_results_of_the_page() {
    let results = lines(&chokepoint(&["run", &from_the_page("scene.json"), "--json"]));
    let bundle = read(&from_the_page("bundle.json"));
    assert_eq!(results.len(), 2);
    for (lane, mut result) in results.into_iter().enumerate() {
        result["cost"]["wall_s"] = Value::Null;
        // A number is the same in any notation.
        let same = |one: &Value| serde_json::to_string(&as_reals(one)).unwrap();
        assert_eq!(same(&result), same(&bundle["lanes"][lane]["result"]), "lane {lane}");
    }
}

fn as_reals(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(as_reals).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), as_reals(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn a_bundle_of_the_page_is_verified() {
    let (status, text) = printed(&["verify", &from_the_page("bundle.json")]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("Lane 2, red: the same") && text.ends_with("Every number is the same.\n"), "{text}");
    let verdict = lines(&chokepoint(&["verify", &from_the_page("bundle.json"), "--json"])).remove(0);
    assert_eq!((&verdict["verdict"], &verdict["remarks"]), (&json!("same"), &json!([])));
    assert!(verdict["lanes"][0]["compared"].as_u64().unwrap() > 100);
}

#[test]
fn a_bundle_of_the_command_line_is_verified_and_its_link_opens_the_scene() {
    let file = Scratch::new("own.json");
    let ran = chokepoint(&[
        "run",
        "choked-model1",
        "--duration=5",
        "--aqm=red",
        "--aqm=choked",
        "--set=limit=60",
        "--seed=7",
        "--link=https://example.org/lab/",
        "--json",
        "--bundle",
        file.path(),
    ]);
    let link = String::from_utf8(ran.stderr.clone()).unwrap();
    assert_eq!(lines(&ran).len(), 2, "the link is not among the results");
    let bundle = read(file.path());
    assert_eq!(bundle["link"].as_str(), Some(link.trim_end()));
    assert!(link.starts_with("https://example.org/lab/#2.choked-model1."), "{link}");
    assert_eq!(bundle["lanes"][0]["aqm"], "red");
    assert_eq!((&bundle["seed"], &bundle["scenario"]["seed"]), (&json!(7), &json!(7)));
    assert_eq!(printed(&["verify", file.path()]).0, Some(0));
    // `run` accepts a bundle and the link of the run in place of a scene. Both give the results that the bundle
    // contains.
    let timeless = |args: &[&str]| {
        let mut results = lines(&chokepoint(args));
        results.iter_mut().for_each(|result| result["cost"]["wall_s"] = Value::Null);
        results
    };
    let again = timeless(&["run", file.path(), "--json"]);
    assert_eq!(again, timeless(&["run", link.trim_end(), "--json"]));
    assert_eq!(again[0], bundle["lanes"][0]["result"]);
}

#[test]
fn a_difference_is_reported_with_its_path() {
    let mut bundle = read(&from_the_page("bundle.json"));
    let result = &mut bundle["lanes"][1]["result"];
    result["bottleneck"]["arrived_packets"] = 7.into();
    result["flows"][0]["jitter_s"] = 1.into();
    result["engine"] = "an older one".into();
    bundle["numbers"] = 99.into();
    bundle["engine_version"] = "0.0.1".into();
    let file = Scratch::holding("changed.json", &bundle.to_string());
    let (status, text) = printed(&["verify", file.path()]);
    assert_eq!(status, Some(1), "{text}");
    for part in [
        "Lane 1, choked: the same",
        "Lane 2, red: different in 2 of",
        "  bottleneck.arrived_packets is 7 in the file, ",
        "  flows.0.jitter_s is 1 in the file, missing here",
        "The hash in the file does not belong to the results",
        "made with version 99 of the engine's numbers",
        "made with engine 0.0.1",
        "Not every number is the same.",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let [one, two] = [json!([]), json!([bundle["lanes"][1]])];
    for lanes in [one, two] {
        bundle["lanes"] = lanes;
        let file = Scratch::holding("fewer.json", &bundle.to_string());
        let (status, text) = printed(&["verify", file.path()]);
        assert!(status == Some(1) && text.contains("Lane 1, choked: different in 1 of 1 values"), "{text}");
    }
}

#[test]
fn a_link_to_another_scene_is_reported() {
    let mut bundle = read(&from_the_page("bundle.json"));
    for (link, problem) in [
        (printed(&["link", "choked-model1"]).1.trim().to_owned(), "opens a scene that differs"),
        ("2.choked-model1.broken".to_owned(), "cannot be opened"),
        ("https://example.org/".to_owned(), "is not a link of Chokepoint"),
        (printed(&["link", &from_the_page("scene.json")]).1.trim().to_owned(), ""),
    ] {
        bundle["link"] = link.clone().into();
        let file = Scratch::holding("linked.json", &bundle.to_string());
        let (status, text) = printed(&["verify", file.path()]);
        assert_eq!(status, Some(i32::from(!problem.is_empty())), "{link}: {text}");
        assert!(text.contains(problem), "{link}: {text}");
    }
}

#[test]
fn a_file_that_is_no_bundle_is_refused() {
    let bundle = read(&from_the_page("bundle.json"));
    let with = |path: &str, value: Value| {
        let mut bundle = bundle.clone();
        bundle[path] = value;
        bundle.to_string()
    };
    for (content, message) in [
        ("{".to_owned(), "is not JSON"),
        ("[]".to_owned(), "chokepoint_bundle"),
        (with("chokepoint_bundle", 2.into()), "chokepoint_bundle: is 2; it must be 1"),
        (with("scenario", json!({ "flows": 7 })), "flows"),
        (with("numbers", "one".into()), "numbers: is \"one\""),
        (with("engine_version", Value::Null), "engine_version: is null"),
        (with("lanes", json!({})), "lanes: is an object"),
        (with("lanes", json!([{ "aqm": "red" }])), "{ aqm, result }"),
    ] {
        let file = Scratch::holding("refused.json", &content);
        assert_refused(&["verify", file.path()], message);
    }
    assert_refused(&["verify", "no-such-file.json"], "no-such-file.json");
}

#[test]
fn link_prints_the_link_of_a_scene_and_the_contents_of_a_link() {
    let args = ["link", "choked-model1", "--set", "limit=60", "--seed", "9", "--at", "12.5"];
    let (_, link) = printed(&args);
    let link = link.trim_end();
    assert_eq!(link.lines().count(), 1);
    assert!(link.starts_with("2.choked-model1."), "{link}");
    let (_, behind) = printed(&[&args[..], &["--base", "https://example.org/lab/#old"]].concat());
    assert_eq!(behind.trim_end(), format!("https://example.org/lab/#{link}"));
    let (_, explained) = printed(&["link", behind.trim_end()]);
    for line in [
        "preset   choked-model1, fingerprint ",
        &format!("runs     {RUNS}, as here"),
        "change   seed: 9 (preset: ",
        "view     at_s: 12.5",
    ] {
        assert!(explained.contains(&format!("\n{line}")) || explained.starts_with(line), "{line} in {explained}");
    }
    assert!(explained.ends_with(&format!("link     {link}\n")), "{explained}");
    let says = lines(&chokepoint(&["link", link, "--json"])).remove(0);
    assert_eq!(
        (&says["link"], &says["preset"], &says["numbers"]),
        (&json!(link), &json!("choked-model1"), &json!(RUNS))
    );
    assert_eq!(says["view"], json!({ "at_s": 12.5 }));
    let paths: Vec<_> = says["changes"].as_array().unwrap().iter().map(|it| it["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["queue.params.limit", "seed"]);
    // A link can be changed like any scene, and keeps its view.
    let (_, changed) = printed(&["link", link, "--set", "seed=10"]);
    let says = lines(&chokepoint(&["link", changed.trim_end(), "--json"])).remove(0);
    assert_eq!((&says["changes"][1]["value"], &says["view"]["at_s"]), (&json!(10), &json!(12.5)));
    assert_refused(&["link", "choked-model1", "--at", "1e9"], "--at 1000000000");
    assert_refused(&["link", &link[..link.len() - 1]], "link");
    assert_refused(&["run", "choked-model1", "--link", "--seeds", "3"], "--seeds");
}

#[test]
fn trace_prints_the_link_of_its_run() {
    let traced = chokepoint(&["trace", "choked-model1", "--aqm", "red", "--until", "1", "--link"]);
    let link = String::from_utf8(traced.stderr.clone()).unwrap();
    assert!(!lines(&traced).is_empty());
    assert!(printed(&["link", link.trim_end()]).1.contains("preset   choked-model1, "), "{link}");
}

/// Every command that writes a file, with the option that names the file. Sweeps and their shares continue existing
/// files and are tested in `sweep.rs`; imports are tested in `import.rs`.
const WRITERS: [&[&str]; 3] = [
    &["run", "choked-model1", "--duration=1", "--json", "--bundle"],
    &["export", "ns-2", "choked-model1", "--aqm=red", "--out"],
    &["man", "--out"],
];

#[test]
fn an_existing_file_is_replaced_only_on_request() {
    for writer in WRITERS {
        let folder = Folder::new(&format!("there-{}", writer[0]));
        let (place, file) = match writer {
            ["man", ..] => (folder.file(""), folder.file("chokepoint-run.1")),
            _ => (folder.file("file"), folder.file("file")),
        };
        fs::write(&file, "theirs").unwrap();
        let call = [writer, &[&place]].concat();
        assert_refused(&call, "exists and is not overwritten; give another name, or --replace");
        assert_eq!(fs::read_to_string(&file).unwrap(), "theirs", "{call:?}");
        assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 1, "{call:?}");
        let output = chokepoint(&[&call[..], &["--replace"]].concat());
        assert!(output.status.success(), "{output:?}");
        assert!(fs::metadata(&file).unwrap().len() > 100, "{call:?}");
    }
    assert_refused(&["run", "choked-model1", "--replace"], "--bundle");
    assert_refused(&["run", "choked-model1", "--duration=1", "--bundle", "/"], "is a folder, not the name of a file");
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_partial_file_and_keeps_the_old_file() {
    for writer in WRITERS {
        let folder = Folder::new(&format!("full-{}", writer[0]));
        let place = if writer[0] == "man" { folder.file("") } else { folder.file("file") };
        let full = |more: &str| {
            // The shell limits files to 0 bytes, and ignores the signal sent when a file exceeds the limit.
            let call = writer.join(" ");
            let limited =
                format!("trap '' XFSZ; ulimit -f 0; exec {} {call} {place} {more}", env!("CARGO_BIN_EXE_chokepoint"));
            let output = Command::new("bash").args(["-c", &limited]).output().expect("bash");
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{stderr}");
            assert!(stderr.contains("cannot be written: File too large"), "{stderr}");
        };
        full("");
        assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 0, "{writer:?}");
        if writer[0] != "man" {
            fs::write(&place, "old").unwrap();
            full("--replace");
            assert_eq!(fs::read_to_string(&place).unwrap(), "old");
            assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 1, "{writer:?}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_endless_input_is_read_only_up_to_a_limit() {
    for (call, message) in [
        (&["replay", "/dev/zero"][..], "/dev/zero: is larger than 268435456 bytes, the most that are read"),
        (&["verify", "/dev/zero"], "/dev/zero: is larger than 67108864 bytes"),
        (&["validate", "/dev/zero"], "/dev/zero: is larger than 4194304 bytes"),
        (&["import", "/dev/zero", "/dev/zero", "--out", "/dev/null"], "/dev/zero: is not a capture"),
    ] {
        assert_refused(call, message);
    }
    let folder = Folder::new("endless");
    for (ending, message) in
        [("csv", "has a line of more than 16777216 bytes"), ("json", "is not a table"), ("parquet", "is not a table")]
    {
        let (table, out) = (folder.file(&format!("endless.{ending}")), folder.file("out.csv"));
        std::os::unix::fs::symlink("/dev/zero", &table).unwrap();
        assert_refused(&["join", &table, "--out", &out], message);
        assert!(!fs::exists(&out).unwrap());
    }
}

#[test]
fn a_link_is_appended_only_to_addresses_of_pages() {
    let message = "is not the address of a page; it must begin with https://, http:// or file://";
    for base in ["javascript:alert(1)//", "data:text/html,x", "example.org", "", "https://a b/"] {
        assert_refused(&["link", "choked-model1", "--base", base], message);
        if !base.is_empty() {
            assert_refused(&["run", "choked-model1", "--duration=1", &format!("--link={base}")], message);
            assert_refused(&["trace", "choked-model1", "--until=1", &format!("--link={base}")], message);
        }
    }
    for base in ["https://example.org/lab/", "HTTP://localhost:80/", "file:///home/me/lab.html"] {
        let output = chokepoint(&["link", "choked-model1", "--base", base]);
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(&format!("{base}#2.")), "{output:?}");
    }
}

#[test]
fn published_metadata_have_the_version_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let version = env!("CARGO_PKG_VERSION");
    for file in ["package.json", "codemeta.json"] {
        let text = fs::read_to_string(root.join(file)).expect("a file at the root");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON")["version"], version, "{file}");
    }
    let citation = fs::read_to_string(root.join("CITATION.cff")).expect("a file at the root");
    assert!(citation.lines().any(|line| line == format!("version: {version}")), "CITATION.cff");
}
