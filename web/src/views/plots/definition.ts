/**
 * A plot declares itself in one file of this folder and one row of `plots.ts`: what it is called, when it is shown, what its
 * axis runs over, what it draws and what its table says. Board, figure and table know no plot by name.
 */

import type { ComponentType } from 'react';
import type { SceneActions } from '../../store/scene-store';
import type { PlotDisplay, PlotView, ValueScale } from './plot-display';
import type { PlotLanes } from './plot-lanes';

export interface PlotDefinition {
  readonly id: string;
  readonly title: (lanes: PlotLanes) => string;
  /** Unit of the vertical axis; it may change as the run goes on. */
  readonly unit: (lanes: PlotLanes, scale: ValueScale) => string;
  readonly help: (lanes: PlotLanes) => string;
  readonly axis: PlotAxis;
  /** Width that it asks for [1/24 of the panel]; a third unless said otherwise. */
  readonly columns?: number;
  /** Whether it says anything of these lanes; without it: always. */
  readonly appliesTo?: (lanes: PlotLanes) => boolean;
  /** Pure: from the run to marks in pixels. */
  readonly display: (lanes: PlotLanes, view: PlotView) => PlotDisplay;
  /** The same as numbers. `first`: where the page begins of a table that is too long for one. */
  readonly table: (lanes: PlotLanes, end_s: number, first?: number) => PlotTable;
  /** Buttons and keys beside the title. */
  readonly Controls?: ComponentType<ControlsProps>;
  /** Lies over the plot. */
  readonly Overlay?: ComponentType<ControlsProps>;
}

/** What the horizontal axis runs over, and so what the slider of the plot chooses. */
export type PlotAxis =
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

export interface PlotTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Which of them these are, where there are too many for one page. */
  readonly part?: TablePart;
}

export interface TablePart {
  /** What is numbered in the first column: "Flow". */
  readonly of: string;
  /** The first one of these, from 0. */
  readonly first: number;
  readonly total: number;
}

/** Columns of the grid of plots, and of a plot that asks for nothing else. */
const ALL = 24;
const THIRD = 8;
/** The width of a plot that a scene is about. */
export const WIDE = 16;

/**
 * Columns of the grid that each plot takes. They stand in rows of three, with the widths they ask for where these fill the
 * row; a last row of fewer shares it evenly. Beside a wide plot all keep to thirds.
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
