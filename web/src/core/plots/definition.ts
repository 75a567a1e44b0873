/**
 * The definition of a plot: title and unit, the scenes to which it applies, its horizontal axis, its drawing and its
 * table. Each plot has one file in this folder and one row in `plots.ts`. Board, figure and table treat all plots in
 * the same way.
 */

import type { ComponentType } from 'react';
import type { Numbers } from '../../base/numbers';
import type { SceneActions } from '../scene/scene-store';
import type { PlotDisplay, PlotView, ValueScale } from './plot-display';
import type { PlotLanes } from './plot-lanes';
import type { SavedRows } from './saved-rows';

export interface PlotDefinition {
  readonly id: string;
  readonly title: (lanes: PlotLanes) => string;
  /** Unit and meaning of the vertical axis. Both may change during the run. */
  readonly says: (lanes: PlotLanes, at: ValueScale & Pick<PlotView, 'settledSpan_s'>) => string;
  readonly help: (lanes: PlotLanes) => string;
  readonly axis: PlotAxis;
  /** Preferred width [1/24 of the panel]. If absent, a third of the panel. */
  readonly columns?: number;
  /** True if the plot is shown for these lanes. If absent, it is always shown. */
  readonly appliesTo?: (lanes: PlotLanes) => boolean;
  /** A pure function from the run to marks in pixels. */
  readonly display: (lanes: PlotLanes, view: PlotView) => PlotDisplay;
  /** The data as a table. A long table is shown in parts; `first` is the first row of the part. */
  readonly table: (lanes: PlotLanes, span_s: number, first?: number) => Numbers;
  /** The complete data, for files that other programs read. */
  readonly saved: (lanes: PlotLanes, span_s: number) => SavedRows;
  /** Set if the plot shows only one lane at a time. */
  readonly isOfOneLane?: true;
  /**
   * The plot's legend as text, for a saved picture, which cannot show the legend of the page. Absent if there is none.
   */
  readonly key?: (lanes: PlotLanes) => string;
  /** True if the plot may have a logarithmic value axis. */
  readonly hasLogarithm?: true;
  /** Set if the plot can show how its main line spreads under other seeds, as a band. */
  readonly hasSeedBands?: true;
  /** Buttons and legends beside the title. */
  readonly Controls?: ComponentType<ControlsProps>;
  /** Content of the row under the title. */
  readonly Key?: ComponentType<ControlsProps>;
}

/** The horizontal axis. The plot's slider chooses a value along this axis. */
type PlotAxis =
  | { readonly over: 'time' }
  | {
      readonly over: 'flow' | 'part';
      /** Name of the slider, such as "choose a flow". */
      readonly choose: string;
      /** Number of values that can be chosen. */
      readonly count: (lanes: PlotLanes) => number;
    };

export interface ControlsProps {
  readonly lanes: PlotLanes;
  readonly actions: SceneActions | undefined;
  readonly scale: ValueScale;
  readonly setScale: (scale: ValueScale) => void;
}

/** Number of columns in the grid of plots. */
const ALL = 24;
const THIRD = 8;
/** Width of the plot that shows the subject of a scene: two thirds of a row. */
export const WIDE = 16;

/**
 * Widths of the plots, in columns of the grid, with three plots in a row. Plots keep their preferred widths if these
 * add up to a whole row, and otherwise take a third of the row each. If the last row has fewer than three plots, they
 * share it equally. If any plot of the panel is `WIDE`, every other plot takes a third of a row.
 */
export function columnsOf(plots: readonly PlotDefinition[]): readonly number[] {
  const wanted = plots.map(({ columns = THIRD }) => columns);
  if (wanted.includes(WIDE)) return wanted.map((columns) => (columns === WIDE ? WIDE : THIRD));
  return wanted.map((columns, place) => {
    const begin = place - (place % 3);
    const row = wanted.slice(begin, begin + 3);
    if (row.length < 3) return ALL / row.length;
    return row.reduce((sum, own) => sum + own) === ALL ? columns : THIRD;
  });
}
