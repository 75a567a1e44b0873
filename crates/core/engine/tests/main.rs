//! All integration tests of the engine in one binary, so that the engine is linked only once.
//!
//! `cargo test --test main fuzz::` runs the tests of one module. With `CHOKEPOINT_THOROUGH=1`, which the nightly run sets,
//! the tests try more scenes, seeds and rows.

mod architecture;
mod ask;
mod coverage;
mod discipline_laws;
mod driven;
mod equal_flows;
mod fairness_laws;
mod fuzz;
mod generated;
mod golden;
mod halves;
mod l4s;
mod laws;
mod links;
mod linux_ring;
mod long_way;
mod metamorphic;
mod paths;
mod presets;
mod price_equilibrium;
#[path = "laws/random_scene.rs"]
mod random_scene;
mod reference;
mod rfc_9332;
mod rings;
mod self_similarity;
mod slotted;
mod statistics;
mod theory;
mod timeline;
mod two_links;

/// Whether tests that take minutes should run too.
fn is_thorough() -> bool {
    std::env::var_os("CHOKEPOINT_THOROUGH").is_some()
}
