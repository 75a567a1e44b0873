//! The part of a preset file that concerns its paper: published values, claims of the paper, and the checks of these
//! claims. As for scenarios, each error message gives the path, the given value and the allowed values.

use super::agree::{NS2_WITH_PLUG_IN, simulator};
use super::check::{self, Check};
use super::metric::Metric;
use super::plan::{Plan, read_point};
use super::read::{count, flag, required_number, required_text, text, texts, word};
use crate::discipline::scripted::Language;
use crate::measure::statistics::student::quantile;
use crate::scenario::limits::MAX_LIST;
use crate::scenario::problem::{Problems, quoted};
use crate::scenario::reader::Reader;
use crate::scenario::{Problem, Scenario};
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// A checked preset file.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// Id of its scenario.
    pub id: String,
    /// Title of its scenario.
    pub title: String,
    /// The publication.
    pub document: Document,
    /// The runs; `None` for a preset without a scenario, which only has a formula.
    pub plan: Option<Plan>,
    /// Published values.
    pub published: Vec<Published>,
    /// Differences of two lanes that the paper prints.
    pub published_differences: Vec<PublishedDifference>,
    /// Values of another simulator for the same scene.
    pub reference: Vec<Reference>,
    /// The statements about the scene, in our own words.
    pub claims: Vec<Claim>,
}

/// The publication of an experiment.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, TS)]
#[ts(rename = "ReportDocument")]
pub struct Document {
    /// Id by which `chokepoint reproduce` finds the experiment.
    pub id: String,
    /// Short title.
    pub title: String,
    /// Full citation.
    pub citation: String,
    /// Section, figures or tables.
    pub place: String,
    /// Whether the scene is a variant of the paper's own scene: another interpretation, or a case that the paper leaves
    /// out. A variant does not change the verdict on a fact that the paper prints about its own scene.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, type = "true")]
    pub companion: bool,
}

/// The metric, lane and point of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The measured metric.
    pub metric: Metric,
    /// Index of the lane in the plan.
    pub lane: usize,
    /// Index of the point of the sweep; 0 without a sweep.
    pub point: usize,
}

/// A value that a paper prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The metric, the lane and the point of the value.
    pub cell: Cell,
    /// The value and its place in the paper.
    pub printed: Printed,
}

/// A difference that a paper prints: the value of the first lane minus the value of the second.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedDifference {
    /// The measured metric.
    pub metric: Metric,
    /// Indices of the lanes in the plan.
    pub lanes: [usize; 2],
    /// Index of the point of the sweep; 0 without a sweep.
    pub point: usize,
    /// The value and its place in the paper.
    pub printed: Printed,
}

/// A printed value with its place in the paper.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "PublishedValue")]
pub struct Printed {
    /// The value, in the unit of the metric.
    pub value: f64,
    /// Section, figure or table.
    pub place: String,
    /// Where the paper prints the value: `text`, `table` or `figure`.
    #[ts(type = "\"text\" | \"table\" | \"figure\"")]
    pub quality: &'static str,
    /// A note for readers of the report.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub note: String,
    /// Why the printed value may be wrong or not comparable.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub caution: String,
    /// The parameter of ours that was fitted so that the simulation reproduces the value.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub fitted: String,
}

/// The value of another simulator for the same scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The metric, lane and point of the value.
    pub cell: Cell,
    /// Mean and deviation over the seeds of that simulator.
    pub seen: Seen,
}

/// Mean and deviation over the seeds of another simulator.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "Reference")]
pub struct Seen {
    /// Mean.
    pub mean: f64,
    /// Sample standard deviation.
    pub sd: f64,
    /// Number of seeds.
    #[ts(type = "number")]
    pub seeds: u64,
    /// Name of the simulator, for people.
    pub simulator: &'static str,
}

impl Seen {
    /// Half-width of the 95 % interval of the mean; `None` if there is only one seed.
    pub fn half_width(&self) -> Option<f64> {
        let seeds = self.seeds as f64;
        (self.seeds > 1).then(|| quantile(0.975, seeds - 1.0) * self.sd / seeds.sqrt())
    }

    /// Whether the discipline comes from our plug-in rather than from the simulator itself; see
    /// [`PLUG_IN`](super::PLUG_IN).
    pub fn is_of_plug_in(&self) -> bool {
        self.simulator == NS2_WITH_PLUG_IN
    }
}

/// Who states a claim.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, TS)]
#[ts(rename = "ClaimOrigin")]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The paper states the claim, in its text, a table or a figure.
    Document,
    /// The claim follows from a formula of the paper or of the literature.
    Theory,
    /// The claim is ours, about a scene that we defined.
    Ours,
}

impl Origin {
    /// All origins of claims, in the order in which reports count them.
    pub const ALL: [Self; 3] = [Self::Document, Self::Theory, Self::Ours];

    /// Name in files and reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Theory => "theory",
            Self::Ours => "ours",
        }
    }

    /// Who states a claim of this origin, in a sentence that the page shows.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Document => "The document states the claim, in its text, a table or a figure.",
            Self::Theory => "The claim follows from a formula of the document or of the literature.",
            Self::Ours => "The claim is our own, about a scene that we defined.",
        }
    }
}

/// A statement that the runs confirm or refute.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Short id within the preset, e.g. `S1`.
    pub id: String,
    /// The statement.
    pub text: String,
    /// The author of the claim.
    pub origin: Origin,
    /// The expected verdict: `holds`, `open` or `fails`.
    pub outlook: &'static str,
    /// The check; `None` if the claim can only be judged from a picture or a text.
    pub check: Option<Check>,
    /// Why the claim does or does not hold, if the reason is known.
    pub reason: String,
    /// The time at which the scene shows the claim, and the tab of the page in which it can be seen.
    pub seen_at: Option<SeenAt>,
}

/// A time at which the scene shows a claim, with the view of the page in which it can be seen.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct SeenAt {
    /// The time \[s\].
    pub at_s: f64,
    /// The tab below the queue: `plots`, `distributions` or `theory`.
    #[ts(type = "\"plots\" | \"distributions\" | \"theory\"")]
    pub below: &'static str,
}

impl Preset {
    /// Reads and checks a preset file without scripts. The error lists every problem.
    pub fn parse(value: &Value) -> Result<Self, Vec<Problem>> {
        Self::parse_in(value, Language::NONE)
    }

    /// Reads and checks a preset file whose scripts are in `language`.
    pub fn parse_in(value: &Value, language: Language) -> Result<Self, Vec<Problem>> {
        let mut problems = Problems::default();
        let preset = read_preset(value, language, &mut problems);
        if problems.is_empty() { Ok(preset) } else { Err(problems.into_reported()) }
    }

    /// The metrics of published values, reference values and claims, each listed once.
    pub fn metrics(&self) -> Vec<Metric> {
        let mut found: Vec<Metric> = Vec::new();
        let published = self.published.iter().map(|published| &published.cell.metric);
        let reference = self.reference.iter().map(|reference| &reference.cell.metric);
        let checked = self.claims.iter().filter_map(|claim| claim.check.as_ref()).flat_map(Check::metrics);
        let differences = self.published_differences.iter().map(|difference| &difference.metric);
        for metric in published.chain(differences).chain(reference).chain(checked) {
            if !found.contains(metric) {
                found.push(metric.clone());
            }
        }
        found
    }

    /// The ids of the other presets that the claims name.
    pub fn companions(&self) -> Vec<&str> {
        let checks = self.claims.iter().filter_map(|claim| claim.check.as_ref());
        checks.flat_map(Check::presets).filter(|id| *id != self.id).collect()
    }
}

/// Whether `name` is the name of a file in `presets/recordings`.
fn is_recording_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.strip_suffix(".chokerec").is_some_and(|stem| !stem.is_empty() && stem.chars().all(is_plain))
}

fn read_preset(value: &Value, language: Language, problems: &mut Problems) -> Preset {
    let mut root = Reader::new(value, "", problems);
    root.raw("$schema");
    if let Some(order) = root.raw("order").filter(|order| order.as_u64().is_none()) {
        problems.push(Problem::new("order", format!("{} is not a whole number from 0", quoted(order))));
    }
    let mut preset = Preset {
        id: String::new(),
        title: String::new(),
        document: read_document(root.raw("document"), problems),
        plan: None,
        published: Vec::new(),
        published_differences: Vec::new(),
        reference: Vec::new(),
        claims: Vec::new(),
    };
    required_text(&mut root, "lesson", problems);
    texts(&mut root, "assumptions", problems);
    let experiment = root.raw("experiment");
    let given = root.raw("scenario");
    if let Some(scenario) = given.and_then(|given| Scenario::read(given, language, problems)) {
        preset.plan = Plan::read(experiment, &scenario, problems);
        (preset.id, preset.title) = (scenario.id, scenario.title);
    }
    // Values and claims name lanes and metrics, which can only be checked against a valid scene.
    let is_judged = preset.plan.is_some() || given.is_none();
    let plan = preset.plan.as_ref();
    preset.published = read_list(&mut root, "published", is_judged, problems, |entry, problems| {
        Some(Published { cell: read_cell(entry, plan, problems)?, printed: read_printed(entry, problems) })
    });
    preset.published_differences =
        read_list(&mut root, "published_differences", is_judged, problems, |entry, problems| {
            read_difference(entry, plan, problems)
        });
    preset.reference = read_list(&mut root, "reference", is_judged, problems, |entry, problems| {
        let cell = read_cell(entry, plan, problems)?;
        let aqm = plan.map_or("", |plan| &plan.scenes[cell.point].scenario.lanes[cell.lane].aqm);
        Some(Reference { seen: read_seen(entry, simulator(aqm), problems), cell })
    });
    let claims =
        read_list(&mut root, "claims", is_judged, problems, |entry, problems| Some(read_claim(entry, plan, problems)));
    for (place, claim) in claims.iter().enumerate() {
        if claims[..place].iter().any(|before| before.id == claim.id) {
            problems
                .push(Problem::new(format!("claims.{place}.id"), format!("{:?} is the id of two claims", claim.id)));
        }
    }
    let is_printed = |metric: &Metric, lane: usize, point: Option<usize>| {
        let mut cells = preset.published.iter().map(|published| &published.cell);
        cells.any(|cell| cell.metric == *metric && cell.lane == lane && point.is_none_or(|point| cell.point == point))
    };
    for (place, claim) in claims.iter().enumerate() {
        for (metric, lane, point) in claim.check.iter().flat_map(Check::as_published) {
            if !is_printed(metric, lane, point) {
                let problem = format!("{metric} of {} was not published", plan.map_or("", |plan| &plan.lanes[lane]));
                problems.push(Problem::new(format!("claims.{place}.check"), problem));
            }
        }
    }
    preset.claims = claims;
    read_list(&mut root, "inconsistencies", true, problems, |entry, problems| {
        required_text(entry, "id", problems);
        Some(required_text(entry, "text", problems))
    });
    if let Some(given) = root.raw("recording")
        && !given.as_str().is_some_and(is_recording_name)
    {
        let wanted = "is not the name of a recording: lower-case letters, digits and hyphens, then .chokerec";
        problems.push(Problem::new("recording", format!("{} {wanted}", quoted(given))));
    }
    if let Some(given) = root.raw("theory") {
        let mut theory = Reader::new(given, "theory", problems);
        required_text(&mut theory, "picture", problems);
        if theory.raw("is_shown").is_some_and(|given| !given.is_boolean()) {
            problems.push(Problem::new("theory.is_shown", "is neither true nor false"));
        }
        theory.finish(problems);
    }
    read_list(&mut root, "curve_values", true, problems, |entry, problems| {
        required_number(entry, "at", problems);
        required_text(entry, "what", problems);
        required_number(entry, "value", problems);
        required_text(entry, "place", problems);
        text(entry, "note", problems);
        Some(())
    });
    root.finish(problems);
    preset
}

/// Reads a list whose entries are objects.
pub(super) fn read_list<T>(
    root: &mut Reader<'_>,
    id: &'static str,
    is_judged: bool,
    problems: &mut Problems,
    mut read: impl FnMut(&mut Reader<'_>, &mut Problems) -> Option<T>,
) -> Vec<T> {
    let mut found = Vec::new();
    for (place, item) in root.list(id, MAX_LIST, problems).iter().enumerate().filter(|_| is_judged) {
        let mut entry = Reader::new(item, format!("{id}.{place}"), problems);
        let before = problems.len();
        found.extend(read(&mut entry, problems));
        if problems.len() == before {
            entry.finish(problems);
        }
    }
    found
}

fn read_document(given: Option<&Value>, problems: &mut Problems) -> Document {
    let Some(given) = given else {
        problems.push(Problem::new("document", "is missing; say where the experiment was published"));
        return Document::default();
    };
    let mut document = Reader::new(given, "document", problems);
    let [id, title, citation, place] =
        ["id", "title", "citation", "place"].map(|field| required_text(&mut document, field, problems));
    let companion = flag(&mut document, "companion", problems);
    document.finish(problems);
    Document { id, title, citation, place, companion }
}

fn read_cell(entry: &mut Reader<'_>, plan: Option<&Plan>, problems: &mut Problems) -> Option<Cell> {
    let plan = plan_of(entry, plan, problems)?;
    let lane = check::read_lane(entry, plan, problems);
    let metric = check::read_metric(entry, plan, problems);
    let point = read_one_point(entry, plan, problems);
    Some(Cell { lane: lane?, metric: metric?, point })
}

fn read_difference(
    entry: &mut Reader<'_>,
    plan: Option<&Plan>,
    problems: &mut Problems,
) -> Option<PublishedDifference> {
    let plan = plan_of(entry, plan, problems)?;
    let lanes = check::read_pair(entry, plan, problems);
    let metric = check::read_metric(entry, plan, problems);
    let point = read_one_point(entry, plan, problems);
    let printed = read_printed(entry, problems);
    Some(PublishedDifference { lanes: lanes?, metric: metric?, point, printed })
}

/// The plan of the runs. If the preset has no scenario, and therefore no runs, reports that the metric of `entry` needs
/// a scenario.
fn plan_of<'a>(entry: &Reader<'_>, plan: Option<&'a Plan>, problems: &mut Problems) -> Option<&'a Plan> {
    if plan.is_none() {
        problems.push(Problem::new(entry.path_of("metric"), "needs a scenario that is run"));
    }
    plan
}

fn read_one_point(entry: &mut Reader<'_>, plan: &Plan, problems: &mut Problems) -> usize {
    let point = read_point(entry, plan, problems);
    if point.is_none() && plan.sweep.is_some() {
        problems.push(Problem::new(entry.path_of("point"), "is missing; say at which value of the sweep"));
    }
    point.unwrap_or(0)
}

fn read_printed(entry: &mut Reader<'_>, problems: &mut Problems) -> Printed {
    Printed {
        value: required_number(entry, "value", problems),
        place: required_text(entry, "place", problems),
        quality: word(entry, "quality", &["text", "table", "figure"], problems),
        note: text(entry, "note", problems),
        caution: text(entry, "caution", problems),
        fitted: text(entry, "fitted", problems),
    }
}

fn read_seen(entry: &mut Reader<'_>, simulator: &'static str, problems: &mut Problems) -> Seen {
    Seen {
        mean: required_number(entry, "mean", problems),
        sd: required_number(entry, "sd", problems),
        seeds: count(entry, "seeds", u64::MAX, problems).unwrap_or(1),
        simulator,
    }
}

fn read_origin(entry: &mut Reader<'_>, problems: &mut Problems) -> Origin {
    let word = word(entry, "origin", &Origin::ALL.map(Origin::id), problems);
    Origin::ALL.into_iter().find(|origin| origin.id() == word).unwrap_or(Origin::Ours)
}

fn read_claim(entry: &mut Reader<'_>, plan: Option<&Plan>, problems: &mut Problems) -> Claim {
    Claim {
        id: required_text(entry, "id", problems),
        text: required_text(entry, "text", problems),
        origin: read_origin(entry, problems),
        outlook: word(entry, "outlook", &["holds", "open", "fails"], problems),
        check: entry.raw("check").filter(|check| !check.is_null()).and_then(|check| match plan {
            Some(plan) => Check::read(check, &entry.path_of("check"), plan, problems),
            None => {
                problems.push(Problem::new(entry.path_of("check"), "needs a scenario that is run"));
                None
            }
        }),
        reason: text(entry, "reason", problems),
        seen_at: read_seen_at(entry, plan, problems),
    }
}

fn read_seen_at(entry: &mut Reader<'_>, plan: Option<&Plan>, problems: &mut Problems) -> Option<SeenAt> {
    let given = entry.raw("seen_at").filter(|given| !given.is_null())?;
    let mut seen = Reader::new(given, entry.path_of("seen_at"), problems);
    let at_s = required_number(&mut seen, "at_s", problems);
    let below = word(&mut seen, "below", &["plots", "distributions", "theory"], problems);
    let path = seen.path_of("at_s");
    seen.finish(problems);
    match plan.map(|plan| plan.scenes[0].facts.duration_s) {
        None => problems.push(Problem::new(path, "needs a scenario that is run")),
        Some(duration_s) if !(0.0..=duration_s).contains(&at_s) => {
            problems
                .push(Problem::new(path, format!("{at_s} is not from 0 to {duration_s} s, the length of the scene")));
        }
        Some(_) => {}
    }
    Some(SeenAt { at_s, below })
}
