/**
 * The definition of a plot: its title and unit, the scenes that it applies to, what its axis runs over, what it draws and
 * what its table contains. Each plot is defined in one file of this folder and registered in `plots.ts`; board, figure and
 * table treat all plots alike.
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
  /** Unit of the vertical axis, and what its values are; it may change as the run goes on. */
  readonly says: (lanes: PlotLanes, at: ValueScale & Pick<PlotView, 'settledSpan_s'>) => string;
  readonly help: (lanes: PlotLanes) => string;
  readonly axis: PlotAxis;
  /** Preferred width [1/24 of the panel]; a third, unless defined. */
  readonly columns?: number;
  /** Whether the plot is shown for these lanes; always, unless defined. */
  readonly appliesTo?: (lanes: PlotLanes) => boolean;
  /** A pure function from the run to marks in pixels. */
  readonly display: (lanes: PlotLanes, view: PlotView) => PlotDisplay;
  /** The data as a table; `first` is the first row of the page if the table is too long for one. */
  readonly table: (lanes: PlotLanes, span_s: number, first?: number) => Numbers;
  /** The data in full, for other programs. */
  readonly saved: (lanes: PlotLanes, span_s: number) => SavedRows;
  /** It shows one lane at a time, also where there are several. */
  readonly isOfOneLane?: true;
  /** What the key beside the plot says, for a picture that has no such key; nothing, unless defined. */
  readonly key?: (lanes: PlotLanes) => string;
  /** True if the plot may have a logarithmic axis. */
  readonly hasLogarithm?: true;
  /** It can show what its main line is under other seeds. */
  readonly hasSeedBands?: true;
  /** Buttons and legends beside the title. */
  readonly Controls?: ComponentType<ControlsProps>;
  /** Stands in the row under the title. */
  readonly Key?: ComponentType<ControlsProps>;
}

/** What the horizontal axis runs over, which is also what the slider of the plot chooses. */
type PlotAxis =
  | { readonly over: 'time' }
  | {
      readonly over: 'flow' | 'part';
      /** "choose a flow" */
      readonly choose: string;
      /** How many there are to choose from. */
      readonly count: (lanes: PlotLanes) => number;
    };

export interface ControlsProps {
  readonly lanes: PlotLanes;
  readonly actions: SceneActions | undefined;
  readonly scale: ValueScale;
  readonly setScale: (scale: ValueScale) => void;
}

/** Columns of the grid of plots, and of a plot that asks for nothing else. */
const ALL = 24;
const THIRD = 8;
/** The width of a plot that a scene is about. */
export const WIDE = 16;

/**
 * Widths of the plots in columns of the grid. Three plots make a row, at their preferred widths if these add up to it and at
 * thirds otherwise; fewer in the last row share it evenly. If one of the plots is wide, all others take a third.
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
