/** The typefaces and sizes of saved pictures: those of the page, at any zoom of the page. */

export const TEXT_FAMILY = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
export const MONO_FAMILY = '"JetBrains Mono Variable", ui-monospace, "SF Mono", Menlo, Consolas, monospace';
