//! Short messages about unknown names: they suggest the nearest known names instead of listing all of them.

use strsim::jaro_winkler;

/// Longest list that is shown in full.
const SHORT: usize = 12;
const SHOWN: usize = 3;
/// Minimum similarity for a name to be suggested.
const ALIKE: f64 = 0.8;

/// The name that is most similar to a text, regardless of case.
pub(crate) fn nearest<'a>(given: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    sorted(given, names).into_iter().next()
}

fn sorted<'a>(given: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let given = given.to_lowercase();
    let mut names: Vec<&str> = names.collect();
    names.sort_by(|one, other| likeness(&given, other).total_cmp(&likeness(&given, one)));
    names
}

fn likeness(given: &str, name: &str) -> f64 {
    jaro_winkler(given, &name.to_lowercase())
}

/// Shortens a message of the engine that ends in a list of known names: `; known are A, B, C`, or `is not one of "A",
/// "B"`.
pub(crate) fn with_nearest(message: &str) -> String {
    if let Some((head, list)) = message.split_once("; known are ") {
        let names: Vec<&str> = list.split(", ").collect();
        let (Some(given), true) = (quoted_last(head), names.len() > SHORT) else { return message.to_owned() };
        let nearest = sorted(given, names.into_iter());
        let all = match () {
            () if head.ends_with("queue discipline") => "; chokepoint list aqms names all",
            () if head.ends_with("metric") => "; chokepoint list metrics names all",
            () => "",
        };
        return format!("{head}; the nearest names are {}{all}", nearest[..SHOWN].join(", "));
    }
    if let Some((head, list)) = message.split_once(" is not one of ") {
        let names = list.split(", ").map(|name| name.trim_matches('"'));
        let given = quoted_last(head);
        let meant = given.and_then(|given| Some((given, nearest(given, names)?)));
        if let Some((_, name)) = meant.filter(|(given, name)| likeness(&given.to_lowercase(), name) >= ALIKE) {
            return format!("{message}; the nearest is \"{name}\"");
        }
    }
    message.to_owned()
}

/// The text between the last pair of quotation marks.
fn quoted_last(text: &str) -> Option<&str> {
    let (before, _) = text.rsplit_once('"')?;
    before.rsplit_once('"').map(|(_, given)| given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_of_known_names_is_shortened_to_the_nearest() {
        let others: Vec<String> = (0..20).map(|place| format!("x{place}")).collect();
        assert_eq!(
            with_nearest(&format!(
                "lanes.0.aqm: \"Chok\" is not a queue discipline; known are choke, {}, choked, choke-apf",
                others.join(", ")
            )),
            "lanes.0.aqm: \"Chok\" is not a queue discipline; the nearest names are choke, choked, choke-apf; chokepoint list \
             aqms names all"
        );
        let short = "a: \"b\" is unknown; known are c, d";
        assert_eq!(with_nearest(short), short);
    }

    #[test]
    fn a_short_list_is_shown_in_full_or_with_its_nearest() {
        let message = "flows.0.transport: \"Cubic\" is not one of \"reno\", \"cubic\"";
        assert_eq!(with_nearest(message), format!("{message}; the nearest is \"cubic\""));
        let far = "flows.0.transport: \"quic\" is not one of \"reno\", \"tahoe\"";
        assert_eq!(with_nearest(far), far);
        let number = "flows.0.transport: 5 is not one of \"reno\", \"tahoe\"";
        assert_eq!(with_nearest(number), number);
    }
}
