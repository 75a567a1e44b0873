//! Maps without what every phone would load for them.

use std::collections::BTreeMap;

/// A map of pairs, of which a later one wins. `collect` sorts first, and a sort is compiled for every type: for the page of
/// the lab that took more than what reads links.
pub(crate) fn map_of<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}
