// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { SettingValue } from '../border/scenario.gen';

/** Version of figure files. */
export const FIGURE_SCHEMA = 1 as const;

/** Widths of one column and of a page, and the least and the greatest size [mm]. */
export const FIGURE_MM = {
  "column": 84.0,
  "least": 20.0,
  "most": 1000.0,
  "page": 174.0
} as const;

/** Fields of a figure with a choice, as the schema of figure files declares them. */
export const FIGURE_CHOICES = {
  "interval": {
    "meaning": "means with 95 % intervals, medians with quartiles, or means alone",
    "values": [
      "student",
      "quartiles",
      "none"
    ]
  },
  "kind": {
    "meaning": "curves over a setting, paired differences between lanes, or box plots over the seeds",
    "values": [
      "curves",
      "differences",
      "box"
    ]
  },
  "legend": {
    "meaning": "place of the names of the lines",
    "values": [
      "top",
      "right",
      "direct",
      "none"
    ]
  },
  "palette": {
    "meaning": "colours",
    "values": [
      "okabe-ito",
      "viridis",
      "grey"
    ]
  },
  "shape": {
    "meaning": "how intervals are drawn",
    "values": [
      "band",
      "bars"
    ]
  }
} as const;

/** A description of a figure: the drawn part of the table of a sweep, and the style. A field that is `None` has a default that depends on the table. */
export type PlotFigure = { 
/** Version of the format; `None` counts as `FIGURE_SCHEMA`. */ schema?: number, 
/** Kind of the figure. */ kind: FigureKind, 
/** Setting of the horizontal axis, as a full path or its last word, or `lane`. Default: the first varied setting. */ x?: string, 
/** Metric of the vertical axis. Default: the first metric of the sweep. */ y?: string, 
/** The axes that distinguish lines, at most two: each value of such an axis has a line. Default: the lane, and the first varied setting that is neither `x` nor `facet`. */ by?: ReadonlyArray<string>, 
/** The axis that distinguishes panels: each value has a panel. Default, if `by` is not given: the first varied setting that is neither `x` nor used for lines. */ facet?: string, 
/** The values that are drawn, by axis. An axis is named by its path, its last word, or `lane`. Default: all values. */ only: Readonly<Record<string, ReadonlyArray<SettingValue>>>, 
/** Reference lane of the differences. Default: the reference lane of the sweep, or the first of two lanes. */ against?: string, 
/** The interval drawn around the mean or median of a point's runs. */ interval: FigureInterval, 
/** How the interval is drawn. Default: a band for curves over numbers, and error bars otherwise. */ shape?: FigureShape, 
/** Axes with a logarithmic scale. Default: the horizontal axis, if each of its values is the same multiple of the value before it. */ log?: ReadonlyArray<FigureAxis>, 
/** Ends of the horizontal axis, in the unit of the setting. */ x_range?: readonly [number, number], 
/** Ends of the vertical axis, in the unit of the metric. */ y_range?: readonly [number, number], 
/** Width [mm]; `COLUMN_MM` by default. */ width_mm?: number, 
/** Height [mm]. Default: computed from the width and the number of panels. */ height_mm?: number, 
/** Size of the text [pt]. Default: 8. */ font_pt?: number, 
/** Place of the names of the lines. */ legend: FigureLegend, 
/** Colours. */ palette: FigurePalette, 
/** Title of the horizontal axis. */ x_label?: string, 
/** Title of the vertical axis. */ y_label?: string, 
/** Display names of lanes, settings and text values; the keys are the names in the table. */ names: Readonly<Record<string, string>>, };

/** Kind of a figure. */
export type FigureKind = "curves" | "differences" | "box";

/** The interval drawn around the mean or median of a point's runs. */
export type FigureInterval = "student" | "quartiles" | "none";

/** How an interval is drawn. */
export type FigureShape = "band" | "bars";

/** An axis of a figure. */
export type FigureAxis = "x" | "y";

/** Place of the names of the lines. */
export type FigureLegend = "top" | "right" | "direct" | "none";

/** Colours of the lines. */
export type FigurePalette = "okabe-ito" | "viridis" | "grey";

/** A figure in all formats. */
export type PlotTexts = { 
/** The figure as SVG. */ svg: string, 
/** The figure as a document of LaTeX. */ tikz: string, 
/** The figure as a PDF, in Base64. */ pdf: string, 
/** The characters that the typeface of the PDF lacks. The PDF shows a question mark for each. */ missing_in_pdf: string, 
/** The caption, one sentence a line. */ caption: string, };

