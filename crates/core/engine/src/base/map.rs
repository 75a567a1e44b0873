//! Maps with little machine code, for the package that the page loads.

use std::collections::BTreeMap;

/// Makes a map of pairs; if a key occurs twice, the later pair is kept. `collect` would sort the pairs first, and the
/// compiler would generate a sort for every type of pair. In the page's package these sorts took more code than the parser of
/// URLs.
pub(crate) fn map_of<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}
