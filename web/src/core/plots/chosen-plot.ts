/** The plots that apply to the lanes, and the plot that is shown if there is room for only one. Pure. */

import type { PlotDefinition } from './definition';
import type { PlotLanes } from './plot-lanes';
import { PLOTS } from './plots';

/** Id of the plot that suits most scenes. */
const FIRST = 'throughput';

/** The plots of a list that apply to the lanes. */
export function applicablePlots(lanes: PlotLanes, plots: readonly PlotDefinition[] = PLOTS): readonly PlotDefinition[] {
  return plots.filter(({ appliesTo }) => appliesTo?.(lanes) ?? true);
}

/** The chosen plot. If none is chosen or it does not apply, the throughput, or else the first plot. */
export function chosenPlot(plots: readonly PlotDefinition[], chosen: string | undefined): PlotDefinition | undefined {
  return plots.find(({ id }) => id === chosen) ?? plots.find(({ id }) => id === FIRST) ?? plots[0];
}

/** The next or the previous plot. The first follows the last. */
export function plotBeside(
  plots: readonly PlotDefinition[],
  chosen: string | undefined,
  by: 1 | -1,
): string | undefined {
  const at = plots.findIndex(({ id }) => id === chosenPlot(plots, chosen)?.id);
  return plots.at((at + by) % plots.length)?.id;
}
