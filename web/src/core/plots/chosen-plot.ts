/** The plots that apply to the lanes, and the plot that is shown if there is room for only one. Pure. */

import type { PlotDefinition } from './definition';
import type { PlotLanes } from './plot-lanes';
import { PLOTS } from './plots';

/** Id of the plot that suits most scenes. */
const FIRST = 'throughput';

/**
 * Id of the most informative plot for the scene. If all flows are TCP, their total throughput is close to the capacity
 * under every discipline, so its plot shows no difference. The throughput of each flow is shown instead if there are
 * several groups of flows, otherwise the queue.
 */
export function usualPlot({ focus: { source } }: PlotLanes): string {
  const { classes, scenario } = source.facts;
  if (classes.length !== 1 || classes[0] !== 'tcp') return FIRST;
  return scenario.flows.filter(({ count }) => count > 0).length > 1 ? 'flows' : 'queue';
}

/** The plots of a list that apply to the lanes. */
export function applicablePlots(lanes: PlotLanes, plots: readonly PlotDefinition[] = PLOTS): readonly PlotDefinition[] {
  return plots.filter(({ appliesTo }) => appliesTo?.(lanes) ?? true);
}

/** The chosen plot if the list contains it, otherwise the default plot, otherwise the first. */
export function chosenPlot(
  plots: readonly PlotDefinition[],
  chosen: string | undefined,
  usual: string,
): PlotDefinition | undefined {
  return plots.find(({ id }) => id === chosen) ?? plots.find(({ id }) => id === usual) ?? plots[0];
}

/** The next or previous plot, wrapping around at the ends. */
export function plotBeside(
  plots: readonly PlotDefinition[],
  chosen: string | undefined,
  usual: string,
  by: 1 | -1,
): string | undefined {
  const at = plots.findIndex(({ id }) => id === chosenPlot(plots, chosen, usual)?.id);
  return plots.at((at + by) % plots.length)?.id;
}
