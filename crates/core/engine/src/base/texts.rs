//! User-facing texts, which a build may omit.

/// A text that only the catalog shows; empty in a build without the feature `texts`.
pub(crate) const fn text(text: &'static str) -> &'static str {
    if cfg!(feature = "texts") { text } else { "" }
}

/// The name of a setting; empty in a build without the feature `names`.
pub(crate) const fn name(name: &'static str) -> &'static str {
    if cfg!(feature = "names") { name } else { "" }
}
