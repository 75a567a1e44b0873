//! The data that the engine passes to the page. It is declared once, and the TypeScript types are generated from the
//! declarations.
//!
//! Numbers are passed as blocks of columns ([`table`], [`frame`](crate::frame)). All other data is passed as JSON,
//! whose TypeScript types are derived from the serialized structs ([`typescript`]).

pub mod table;
pub mod typescript;

/// Every generated file: the path from the root of the project, and the text.
pub fn generated_files() -> [(&'static str, String); 7] {
    [
        ("web/src/core/border/border.gen.ts", typescript::border_module()),
        ("web/src/core/border/scenario.gen.ts", typescript::scenario_module()),
        ("web/src/core/experiment/report.gen.ts", typescript::report_module()),
        ("web/src/core/experiment/verdicts.gen.ts", typescript::verdicts_module()),
        ("web/src/core/border/metrics.gen.ts", typescript::metrics_module()),
        ("presets/schema/figure.schema.json", format!("{:#}\n", crate::schema::figure_schema())),
        ("presets/schema/preset.schema.json", format!("{:#}\n", crate::schema::preset_schema())),
    ]
}
