//! Generates the TypeScript module with the page's types for sweeps and screenings. A test fails if the module in the
//! repository is out of date.

use crate::axis::{Axis, Coupled};
use crate::definition::SweepFacts;
use crate::derived::DerivedFacts;
use crate::metrics::SweepMetric;
use crate::run::SweepRow;
use crate::screening::{
    EffectFacts, LeftOut, MetricEffectsFacts, ScreeningFacts, ScreeningReport, VariedSetting, Vary,
};
use crate::until::{Look, Stop, UntilFacts, Wide};
use chokepoint_engine::border::typescript::{HEAD, json_type};

/// The generated file: its path from the root of the project, with its text.
pub fn generated_file() -> (&'static str, String) {
    let types = [
        json_type::<SweepFacts>(),
        json_type::<Axis>(),
        json_type::<Coupled>(),
        json_type::<DerivedFacts>(),
        json_type::<UntilFacts>(),
        json_type::<Look>(),
        json_type::<Stop>(),
        json_type::<Wide>(),
        json_type::<SweepMetric>(),
        json_type::<SweepRow<'_>>(),
        json_type::<ScreeningFacts>(),
        json_type::<Vary>(),
        json_type::<VariedSetting>(),
        json_type::<LeftOut>(),
        json_type::<ScreeningReport>(),
        json_type::<MetricEffectsFacts>(),
        json_type::<EffectFacts>(),
    ];
    let imports = "import type { SceneProblem } from '../border/border.gen';\n\
                   import type { SettingValue } from '../border/scenario.gen';\n\n";
    let schema = format!("/** Of sweep files. */\nexport const SWEEP_SCHEMA = {};\n\n", crate::SWEEP_SCHEMA);
    ("web/src/core/experiment/sweep.gen.ts", format!("{HEAD}{imports}{schema}{}", types.concat()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_generated_types_are_up_to_date() {
        chokepoint_engine::border::typescript::assert_up_to_date(env!("CARGO_MANIFEST_DIR"), super::generated_file());
    }
}
