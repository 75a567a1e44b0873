//! Reads the definition of a sweep from a sweep file or a scene, and from the options.

use super::Options;
use crate::failure::Failure;
use crate::scenario_source::{changed, load, load_whole};
use crate::units;
use chokepoint_engine::scenario::Problem;
use chokepoint_script::RHAI;
use chokepoint_sweep::{Sweep, axis_of_text, until_of_text};
use serde_json::{Map, Value, json};

/// The checked sweep. Options take precedence over the file.
pub(crate) fn read(options: &Options) -> Result<Sweep, Failure> {
    let given = load_whole(&options.scenario.scenario)?;
    let mut definition = match given {
        Value::Object(fields)
            if ["over", "derive", "scene", "scenes", "until", "where"]
                .iter()
                .any(|field| fields.contains_key(*field)) =>
        {
            fields
        }
        scene => Map::from_iter([("scene".to_owned(), scene)]),
    };
    if !options.scenes.is_empty() {
        add_scenes(&mut definition, options);
    }
    if !options.aqms.is_empty() {
        definition.remove("lanes");
    }
    let lanes = definition.get("lanes").cloned();
    let mut is_several = false;
    for entry in definition.get_mut("scenes").and_then(Value::as_array_mut).into_iter().flatten() {
        is_several = true;
        // An entry of the list `scenes` that is not an object stays unchanged; the sweep parser reports it.
        let Some(entry) = entry.as_object_mut() else { continue };
        match (&lanes, options.aqms.is_empty()) {
            (_, false) => _ = entry.remove("lanes"),
            (Some(lanes), true) if !entry.contains_key("lanes") => _ = entry.insert("lanes".into(), lanes.clone()),
            _ => {}
        }
        if let Some(Value::String(source)) = entry.get("scene") {
            let source = source.clone();
            entry.entry("name").or_insert_with(|| source.into());
        }
        read_scene(entry)?;
        change_scene(entry, options)?;
    }
    if !is_several {
        read_scene(&mut definition)?;
        change_scene(&mut definition, options)?;
    }
    if !options.over.is_empty() {
        let first = definition.get("scenes").map(|scenes| &scenes[0]["scene"]);
        let scene = first.or(definition.get("scene")).cloned().unwrap_or_default();
        let over: Result<Vec<Value>, _> = options.over.iter().map(|text| axis(text, &scene)).collect();
        let over = over.map_err(|problem| Failure::wrong(format!("--over {problem}")))?;
        definition.insert("over".into(), over.into());
    }
    if !options.derive.is_empty() {
        definition.insert("derive".into(), derive(&options.derive).map_err(Failure::wrong)?);
    }
    if !options.conditions.is_empty() {
        definition.insert("where".into(), json!(options.conditions));
    }
    if let Some(rule) = &options.until {
        let rule = until_of_text(rule).map_err(|problem| Failure::wrong(format!("--until {problem}")))?;
        // `--until` replaces the rule `until` of the sweep file, but keeps its `at_most`, the largest number of seeds.
        let at_most = definition.get("until").and_then(|until| until.get("at_most")).cloned();
        definition.insert("until".into(), rule);
        at_most.map_or(Ok(()), |at_most| set_at_most(&mut definition, at_most))?;
    }
    if let Some(at_most) = options.at_most {
        set_at_most(&mut definition, at_most.into())?;
    }
    if let Some(lane) = &options.against {
        definition.insert("against".into(), json!(lane));
    }
    if let Some(seeds) = options.seeds {
        definition.insert("seeds".into(), seeds.into());
    }
    if !options.metrics.is_empty() {
        definition.insert("metrics".into(), json!(options.metrics));
    }
    let sweep = Sweep::parse_in(&Value::Object(definition), RHAI)
        .map_err(|problems| Failure::Wrong(problems.iter().map(|problem| in_options(problem, options)).collect()))?;
    // Mistakes in a figure are reported before the runs, which may take long.
    chokepoint_plot::figures_of(&sweep).map_err(|mut problems| {
        let replaced = "--metric replaces the metrics of the file, so give the metric of this figure, too";
        for it in problems.iter_mut().filter(|it| !options.metrics.is_empty() && it.path.ends_with(".y")) {
            it.problem = format!("{}; {replaced}", it.problem);
        }
        problems
    })?;
    Ok(sweep)
}

/// Appends the scenes given as options to those of the definition.
fn add_scenes(definition: &mut Map<String, Value>, options: &Options) {
    let mut entries = match definition.remove("scenes") {
        Some(Value::Array(entries)) => entries,
        _ => {
            let scene = definition.remove("scene").unwrap_or_default();
            // The table names every scene. A scene with an id already has a name, and so has a scene that a sweep file
            // gives as text. Any other scene is named after the argument as typed.
            let has_id = scene.get("scenario").unwrap_or(&scene)["id"].as_str().is_some_and(|id| !id.is_empty());
            let name = if has_id || scene.is_string() { None } else { Some(&options.scenario.scenario) };
            vec![name.map_or_else(|| json!({ "scene": scene }), |name| json!({ "name": name, "scene": scene }))]
        }
    };
    entries.extend(options.scenes.iter().map(|source| json!({ "scene": source })));
    definition.insert("scenes".into(), entries.into());
}

/// Replaces the field `scene` by the scene itself, if the field names a preset, a link or a file. `fields` is a sweep
/// file, or one entry of its list `scenes`.
fn read_scene(fields: &mut Map<String, Value>) -> Result<(), Failure> {
    let Some(Value::String(source)) = fields.get("scene") else { return Ok(()) };
    let scene = match source.as_str() {
        "-" => {
            return Err(Failure::wrong("scene: - names no scene; give a preset, a link, a file or the scene itself"));
        }
        source => load(source).map_err(|failure| failure.in_field("scene"))?,
    };
    fields.insert("scene".into(), scene);
    Ok(())
}

/// Sets the largest number of seeds that the rule `until` may give to a point.
fn set_at_most(definition: &mut Map<String, Value>, at_most: Value) -> Result<(), Failure> {
    let rule = definition.get_mut("until").and_then(Value::as_object_mut);
    let rule = rule.ok_or_else(|| {
        Failure::wrong(format!(
            "--at-most {at_most}: needs --until METRIC:PERCENT%, or until in the sweep file; --seeds is a fixed number of seeds"
        ))
    })?;
    rule.insert("at_most".into(), at_most);
    Ok(())
}

/// Reads the derived settings of the options.
fn derive(given: &[String]) -> Result<Value, String> {
    let mut fields = Map::new();
    for text in given {
        let Some((path, expression)) = text.split_once('=') else {
            return Err(format!("--derive {text} is not of the form PATH=EXPRESSION, e.g. min_th='0.4 * limit'"));
        };
        if fields.insert(path.trim().to_owned(), expression.trim().into()).is_some() {
            return Err(format!("--derive {text}: {} is derived twice", path.trim()));
        }
    }
    Ok(fields.into())
}

/// Reads the axis of an option, with units if the setting has one.
fn axis(text: &str, scene: &Value) -> Result<Value, String> {
    let mut axis = axis_of_text(text).map_err(|problem| problem.to_string())?;
    let paths = axis["paths"].as_array().cloned().unwrap_or_else(|| vec![axis["path"].clone()]);
    let in_units = |value: &mut Value, path: &Value| match value {
        Value::String(typed) => {
            let typed = units::value(typed, path.as_str().unwrap_or_default(), scene);
            typed.map(|typed| *value = typed).map_err(|problem| format!("{text}: {problem}"))
        }
        _ => Ok(()),
    };
    for value in axis.get_mut("values").and_then(Value::as_array_mut).into_iter().flatten() {
        match value {
            Value::Array(values) => {
                values.iter_mut().zip(&paths).try_for_each(|(value, path)| in_units(value, path))?
            }
            value => in_units(value, &paths[0])?,
        }
    }
    for end in ["from", "to"] {
        axis.get_mut(end).map_or(Ok(()), |value| in_units(value, &paths[0]))?;
    }
    let values = axis["values"].as_array().map_or(&[][..], Vec::as_slice);
    let is_again = |place: usize| values[..place].iter().any(|it| it == &values[place]);
    match (0..values.len()).find(|&place| is_again(place)) {
        Some(place) => Err(format!("{text}: {} is given twice; give each value once", values[place])),
        None => Ok(axis),
    }
}

/// The text of a problem such as `over.1.path: …` or `derive.min_th: …`, with the field name replaced by the option as
/// typed.
fn in_options(problem: &Problem, options: &Options) -> String {
    let Options { over, derive, conditions, until, .. } = options;
    let (first, rest) = problem.path.split_once('.').unwrap_or((&problem.path, ""));
    let (second, field) = rest.split_once('.').unwrap_or((rest, ""));
    let typed = |texts: &[String]| Some(texts.get(second.parse::<usize>().ok()?)?.clone());
    match (first, until) {
        ("over", _) => match typed(over) {
            // The message shows the option as typed, which contains the path and the values, so the field name is left
            // out.
            Some(text) if field.is_empty() || field.starts_with("path") || field.starts_with("values") => {
                format!("--over {text}: {}", problem.problem)
            }
            Some(text) => format!("--over {text}: {field}: {}", problem.problem),
            None => problem.to_string(),
        },
        ("where", _) if !conditions.is_empty() => match typed(conditions) {
            // The text of the problem already begins with the condition as typed.
            Some(_) => format!("--where {}", problem.problem),
            None => format!("--{problem}"),
        },
        ("until", Some(_)) if rest == "at_most" && options.at_most.is_some() => {
            format!("--at-most: {}", problem.problem)
        }
        ("until", Some(text)) => format!("--until {text}: {}", problem.problem),
        _ if !derive.is_empty() && first.starts_with("derive") => {
            format!("--{}", problem.to_string().replacen("derive.", "derive ", 1))
        }
        _ => problem.to_string(),
    }
}

/// Applies the changes of the options to the scene. Lanes are set first, because a changed parameter may exist only in
/// a new lane.
fn change_scene(definition: &mut Map<String, Value>, options: &Options) -> Result<(), Failure> {
    let Some(mut scene) = definition.get("scene").map(|scene| scene.get("scenario").unwrap_or(scene).clone()) else {
        // Without a scene there is nothing to change; the sweep parser reports the missing field.
        return Ok(());
    };
    let own = scene["lanes"].as_array().cloned().unwrap_or_default();
    let lanes = match definition.get("lanes") {
        Some(Value::Array(lanes)) if scene.is_object() => lanes.clone(),
        _ => {
            definition.insert("scene".into(), changed(scene, &options.scenario, &options.aqms)?.to_json());
            return Ok(());
        }
    };
    let mut names = Vec::with_capacity(lanes.len());
    let mut written = Vec::with_capacity(lanes.len());
    for lane in lanes {
        let mut lane = match lane {
            Value::String(aqm) => {
                let own = own.iter().find(|lane| lane["aqm"] == aqm.as_str()).cloned();
                own.unwrap_or_else(|| json!({ "aqm": aqm }))
            }
            lane => lane,
        };
        names.push(lane.as_object_mut().and_then(|lane| lane.remove("name")));
        written.push(lane);
    }
    scene["lanes"] = written.into();
    let scene = changed(scene, &options.scenario, &[])?.to_json();
    let mut lanes = scene["lanes"].clone();
    for (lane, name) in lanes.as_array_mut().into_iter().flatten().zip(names) {
        if let Some(name) = name {
            lane["name"] = name;
        }
    }
    definition.insert("lanes".into(), lanes);
    definition.insert("scene".into(), scene);
    Ok(())
}
