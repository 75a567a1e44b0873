//! The scenes of a sweep. Several scenes form an axis.

use crate::axis::Axis;
use crate::condition::Condition;
use crate::derived::Derived;
use chokepoint_engine::Scenario;
use chokepoint_engine::scenario::{Problem, scenario_of};
use serde_json::{Map, Value};

/// Largest number of scenes of a sweep.
pub const MAX_SCENES: usize = 64;
/// Length limit of a scene's name \[characters\].
const MAX_NAME: usize = 100;
/// The title of the axis and of its column, which is not a setting's path.
pub(crate) const SCENE: &str = "scene";

/// A scene with the sweep's lanes, and those parts of the definition that were parsed for it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OfScene {
    pub(crate) scenario: Scenario,
    /// Derived settings, each after those that it reads.
    pub(crate) derived: Vec<Derived>,
    pub(crate) conditions: Vec<Condition>,
}

/// A scene as given in a definition.
pub(crate) struct Given<'a> {
    /// The name, if there are several scenes.
    pub(crate) name: Option<String>,
    pub(crate) scene: &'a Value,
    /// Lanes of this scene only.
    pub(crate) lanes: Option<&'a Value>,
}

/// Parses `scene`, or `scenes`: a list of `{ name, scene, lanes }`. A scene without a name is named by its id.
pub(crate) fn read(fields: &Map<String, Value>) -> Result<Vec<Given<'_>>, Problem> {
    let object = |given: Option<&'_ Value>| given.map(scenario_of).is_some_and(Value::is_object);
    let Some(several) = fields.get("scenes") else {
        let scene = fields.get("scene").filter(|scene| object(Some(scene)));
        let scene = scene.ok_or_else(|| Problem::new("scene", "is missing: a scenario or a preset"))?;
        return Ok(vec![Given { name: None, scene: scenario_of(scene), lanes: None }]);
    };
    if fields.contains_key("scene") {
        return Err(Problem::new("scene", "is given beside scenes; give one or the other"));
    }
    let listed = several.as_array().filter(|scenes| (1..=MAX_SCENES).contains(&scenes.len()));
    let listed = listed.ok_or_else(|| Problem::new("scenes", format!("is not a list of 1 to {MAX_SCENES} scenes")))?;
    let mut read: Vec<Given<'_>> = Vec::with_capacity(listed.len());
    for (place, entry) in listed.iter().enumerate() {
        let wrong = |field: &str, problem: String| Problem::new(format!("scenes.{place}{field}"), problem);
        let entry = entry.as_object().ok_or_else(|| wrong("", "is not an object with name and scene".into()))?;
        const KNOWN: [&str; 3] = ["name", "scene", "lanes"];
        if let Some(other) = entry.keys().find(|field| !KNOWN.contains(&field.as_str())) {
            return Err(wrong(&format!(".{other}"), format!("is unknown; known are {}", KNOWN.join(", "))));
        }
        let scene = entry.get("scene").filter(|scene| object(Some(scene)));
        let scene = scene.ok_or_else(|| wrong(".scene", "is missing: a scenario or a preset".into()))?;
        let scene = scenario_of(scene);
        let name = entry.get("name").unwrap_or(&scene["id"]);
        let name = name.as_str().filter(|name| !name.is_empty() && name.chars().count() <= MAX_NAME);
        let name = name.ok_or_else(|| {
            wrong(".name", format!("is missing: a text of at most {MAX_NAME} characters, if the scene has no id"))
        })?;
        if read.iter().any(|other| other.name.as_deref() == Some(name)) {
            return Err(wrong(".name", format!("{name:?} is the name of two scenes; give one of them another name")));
        }
        read.push(Given { name: Some(name.to_owned()), scene, lanes: entry.get("lanes") });
    }
    Ok(read)
}

/// The axis of a sweep over several scenes. Its values are the names of the scenes.
pub(crate) fn axis(names: Vec<String>) -> Axis {
    Axis {
        path: SCENE.to_owned(),
        name: "scene",
        unit: "",
        is_number: false,
        is_logarithmic: false,
        values: names.into_iter().map(Value::from).collect(),
        coupled: Vec::new(),
    }
}

/// The problems of one of several scenes, prefixed with its name.
pub(crate) fn named(problems: Vec<Problem>, name: Option<&str>) -> Vec<Problem> {
    let Some(name) = name else { return problems };
    problems.into_iter().map(|it| Problem::new(it.path, format!("{} (in the scene {name})", it.problem))).collect()
}
