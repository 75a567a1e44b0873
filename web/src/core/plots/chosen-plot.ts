/** The plots that apply to the lanes, and the one that is shown if only one has room. Pure. */

import type { PlotDefinition } from './definition';
import type { PlotLanes } from './plot-lanes';
import { PLOTS } from './plots';

/** Id of the plot that suits most scenes. */
const FIRST = 'throughput';

/** Those plots of a list that apply to the lanes. */
export function applicablePlots(lanes: PlotLanes, plots: readonly PlotDefinition[] = PLOTS): readonly PlotDefinition[] {
  return plots.filter(({ appliesTo }) => appliesTo?.(lanes) ?? true);
}

/** The chosen plot; if none is chosen or it does not apply, the throughput, otherwise the first. */
export function chosenPlot(plots: readonly PlotDefinition[], chosen: string | undefined): PlotDefinition | undefined {
  return plots.find(({ id }) => id === chosen) ?? plots.find(({ id }) => id === FIRST) ?? plots[0];
}

/** The next or previous plot, in a circle. */
export function plotBeside(
  plots: readonly PlotDefinition[],
  chosen: string | undefined,
  by: 1 | -1,
): string | undefined {
  const at = plots.findIndex(({ id }) => id === chosenPlot(plots, chosen)?.id);
  return plots.at((at + by) % plots.length)?.id;
}
