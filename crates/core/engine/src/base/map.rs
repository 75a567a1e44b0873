//! A constructor of maps that compiles to little code, which keeps the page's download small.

use std::collections::BTreeMap;

/// Builds a map from pairs; of duplicate keys the last one wins. `collect` would sort the pairs first, and the compiler
/// would generate that sort for every pair type. In the page's WebAssembly file these sorts took up more code than the
/// URL parser.
pub(crate) fn map_of<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}
