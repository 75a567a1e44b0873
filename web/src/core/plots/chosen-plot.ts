/** Which plots apply to the lanes, and which one is shown where there is room for one. Pure. */

import type { PlotDefinition } from './definition';
import type { PlotLanes } from './plot-lanes';
import { PLOTS } from './plots';

/** The plot that suits most scenes comes first. */
const FIRST = 'throughput';

/** Those of a list that apply to the lanes. */
export function applicablePlots(lanes: PlotLanes, plots: readonly PlotDefinition[] = PLOTS): readonly PlotDefinition[] {
  return plots.filter(({ appliesTo }) => appliesTo?.(lanes) ?? true);
}

/** The chosen one; where it does not apply, or none is chosen, the throughput or else the first. */
export function chosenPlot(plots: readonly PlotDefinition[], chosen: string | undefined): PlotDefinition | undefined {
  return plots.find(({ id }) => id === chosen) ?? plots.find(({ id }) => id === FIRST) ?? plots[0];
}

/** The next one in a circle, or the one before. */
export function plotBeside(
  plots: readonly PlotDefinition[],
  chosen: string | undefined,
  by: 1 | -1,
): string | undefined {
  const at = plots.findIndex(({ id }) => id === chosenPlot(plots, chosen)?.id);
  return plots.at((at + by) % plots.length)?.id;
}
