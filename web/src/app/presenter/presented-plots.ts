/** Which plots a presenter can show, and which of them is shown. Pure. */

import type { PlotDefinition } from '../../core/plots/definition';
import type { PlotLanes } from '../../core/plots/plot-lanes';
import { PLOTS } from '../../core/plots/plots';

/** What most scenes are about stands first. */
const FIRST = 'throughput';

export function presentable(lanes: PlotLanes): readonly PlotDefinition[] {
  return PLOTS.filter(({ appliesTo }) => appliesTo?.(lanes) ?? true);
}

/** The chosen one; where it does not apply, or none is chosen, the throughput or else the first. */
export function presentedPlot(
  plots: readonly PlotDefinition[],
  chosen: string | undefined,
): PlotDefinition | undefined {
  return plots.find(({ id }) => id === chosen) ?? plots.find(({ id }) => id === FIRST) ?? plots[0];
}

/** The next one in a circle, or the one before. */
export function plotBeside(
  plots: readonly PlotDefinition[],
  chosen: string | undefined,
  by: 1 | -1,
): string | undefined {
  const at = plots.findIndex(({ id }) => id === presentedPlot(plots, chosen)?.id);
  return plots.at((at + by) % plots.length)?.id;
}
