//! `chokepoint link`: prints the link of a scene, or the contents of a link.

use crate::ScenarioOptions;
use crate::failure::Failure;
use crate::scenario_source::{load_changed, with_seed};
use crate::shown::Shown;
use chokepoint_engine::RUNS;
use chokepoint_engine::scenario::{Scenario, path, scenario_of};
use chokepoint_scenes::{id_of, link_in, open_link, preset_of};
use chokepoint_script::RHAI;
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The scene, and the view that its link opens.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    scenario: ScenarioOptions,
    /// Queue discipline; repeatable, with a lane for each
    #[arg(long = "aqm", value_name = "ID")]
    aqms: Vec<String>,
    /// Seed of all random numbers
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<String>,
    /// Open the scene paused at this simulated second
    #[arg(long, value_name = "S")]
    at: Option<f64>,
    /// Address of a page, to which the link is appended
    #[arg(long, value_name = "URL", value_parser = page_address)]
    base: Option<String>,
    /// Print the link and its contents as JSON
    #[arg(long)]
    json: bool,
}

/// Prints the link of a scene. If the scene is itself an unchanged link, prints its contents.
pub(crate) fn link(options: &Options) -> Result<(), Failure> {
    let given = link_in(&options.scenario.scenario).map(|link| open_link(link, RHAI)).transpose()?;
    let mut scenario = load_changed(&options.scenario, &options.aqms)?;
    scenario = with_seed(scenario, options.seed.as_deref())?;
    let mut view = given.as_ref().map_or_else(|| json!({}), |linked| linked.view.clone());
    match options.at {
        Some(at_s) if !(0.0..=scenario.duration.secs()).contains(&at_s) => {
            let end = scenario.duration.secs();
            return Err(Failure::wrong(format!("--at {at_s}: is not a time from 0 to {end} s, the end of the run")));
        }
        Some(at_s) if view.is_object() => view["at_s"] = at_s.into(),
        Some(at_s) => view = json!({ "at_s": at_s }),
        None => {}
    }
    let preset = preset_of(given.as_ref().map_or(&scenario.id, |linked| &linked.origin.preset));
    let fragment = chokepoint_link::encode(&scenario, &preset, &view)?;
    let address = address_of(options.base.as_deref(), &fragment);
    let earlier = given.as_ref().and_then(|linked| linked.origin.earlier.as_ref());
    let print = chokepoint_link::fingerprint(earlier.unwrap_or(scenario_of(&preset)));
    let says = Says::new(&scenario, &preset, view)?;
    let mut out = io::stdout().lock();
    if options.json {
        let made_with = given.as_ref().map_or(Some(RUNS), |linked| linked.origin.numbers);
        let line = json!({
            "link": address, "preset": id_of(&preset), "fingerprint": print,
            "numbers": made_with, "changes": says.changes, "view": says.view, "preset_has_changed": earlier.is_some(),
        });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    let Some(linked) = given.filter(|_| is_unchanged(options)) else {
        writeln!(out, "{address}")?;
        return Ok(());
    };
    let out = &mut Shown(out);
    let title = scenario_of(&preset)["title"].as_str().unwrap_or_default();
    writeln!(out, "preset   {}, fingerprint {print}: {title}", id_of(&preset))?;
    if linked.origin.earlier.is_some() {
        writeln!(out, "         The preset has changed since; the link opens its earlier version.")?;
    }
    let version = linked.origin.numbers.map(|version| version_in_words(version, linked.scenario.runs_as_in(version)));
    writeln!(out, "runs     {}", version.unwrap_or_else(|| "not named".into()))?;
    for change in &says.changes {
        writeln!(out, "change   {}: {} (preset: {})", text(&change["path"]), change["value"], change["of_preset"])?;
    }
    for (name, value) in says.view.as_object().into_iter().flatten() {
        writeln!(out, "view     {name}: {value}")?;
    }
    writeln!(out, "link     {address}")?;
    Ok(())
}

fn version_in_words(runs: u32, is_as_here: bool) -> String {
    if runs == RUNS {
        format!("{runs}, as here: the run is the same, packet by packet")
    } else if is_as_here {
        format!("{runs}; this program has {RUNS}, under which this scene runs as before, packet by packet")
    } else {
        format!("{runs}; this program has {RUNS}: results may differ")
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Whether no option changes the scene or the view. If the scene is given as a link, the contents of the link are then
/// printed in place of a new link.
fn is_unchanged(Options { scenario, aqms, seed, at, base: _, json: _ }: &Options) -> bool {
    let ScenarioOptions { scenario: _, sets, changes, duration } = scenario;
    sets.is_empty() && changes.is_empty() && duration.is_none() && aqms.is_empty() && seed.is_none() && at.is_none()
}

/// The changes and the view in a link, without the scene of its preset.
struct Says {
    changes: Vec<Value>,
    view: Value,
}

impl Says {
    fn new(scenario: &Scenario, preset: &Value, view: Value) -> Result<Self, Failure> {
        let base = Scenario::parse_in(scenario_of(preset), RHAI)?.to_json();
        let changes = path::differences(&base, &scenario.to_json()).into_iter().map(|(path, value)| {
            let pointer = format!("/{}", path.replace('.', "/"));
            json!({ "path": path, "value": value, "of_preset": base.pointer(&pointer) })
        });
        Ok(Self { changes: changes.collect(), view })
    }
}

/// The link that opens a scene at time 0, appended to the address of a page if one is given.
pub(crate) fn link_of(scenario: &Scenario, base: Option<&str>) -> Result<String, Failure> {
    Ok(address_of(base, &chokepoint_scenes::link_of(scenario)?))
}

fn address_of(base: Option<&str>, fragment: &str) -> String {
    let base = base.map(|base| base.split('#').next().unwrap_or_default()).filter(|base| !base.is_empty());
    base.map_or_else(|| fragment.to_owned(), |base| format!("{base}#{fragment}"))
}

/// Checks the address of a page to which a link is appended. It must be an address that a browser opens, not one that
/// it runs as a script.
pub(crate) fn page_address(text: &str) -> Result<String, String> {
    let lower = text.to_ascii_lowercase();
    let is_page = ["https://", "http://", "file://"].iter().any(|scheme| lower.starts_with(scheme));
    if is_page && !text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        Ok(text.to_owned())
    } else {
        Err("is not the address of a page; it must begin with https://, http:// or file:// and contain no spaces"
            .to_owned())
    }
}

/// Checks the address of a page, which may be empty.
pub(crate) fn page_address_or_none(text: &str) -> Result<String, String> {
    if text.is_empty() { Ok(String::new()) } else { page_address(text) }
}
