//! Maps with little machine code, for the package that the page loads.

use std::collections::BTreeMap;

/// A map of pairs; of equal keys the later pair counts. `collect` would sort first, and the sort is compiled for every
/// type. In the page's package these sorts took more code than the reader of links.
pub(crate) fn map_of<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}
