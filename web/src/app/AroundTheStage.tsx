/** The panels around the stage, shown once `around-the-stage.ts` has loaded. */

import type { ReactNode } from 'react';
import { framesPainted } from '../core/run/frame-loop';
import { onDemand } from '../ui/on-demand';
import type * as Panels from './around-the-stage';

export const Controls = panel('The controls', (panels) => panels.Controls);
export const EventsPanel = panel('The events', (panels) => panels.EventsPanel);
export const ExplainPanel = panel('The explanation', (panels) => panels.ExplainPanel);
export const ScrubberInterval = panel('The interval', (panels) => panels.ScrubberInterval);
export const PlotsPanel = panel('The plots', (panels) => panels.PlotsPanel);
export const WatchPanels = panel('The reason and rule', (panels) => panels.WatchPanels);
export const Why = panel('The reason', (panels) => panels.Why);
export const WhatIf = panel('What if', (panels) => panels.WhatIf);
export const MenuList = panel('The menu', (panels) => panels.MenuList);
export const DivergenceButton = panel('The divergence', (panels) => panels.DivergenceButton);
export const PartsOfWorkspace = panel('The tabs', (panels) => panels.PartsOfWorkspace);
export const SheetButtons = panel('The buttons', (panels) => panels.SheetButtons);
export const Turns = panel('The switch', (panels) => panels.Turns);
export const Printed = panel('The printed page', (panels) => panels.Printed);
export const RulerHandles = panel('The handles', (panels) => panels.RulerHandles);

type Panel<Props> = (props: Props) => ReactNode;

/**
 * Number of frames painted before the panels load, so that the stage appears first. On a slow processor, loading the
 * panels takes as long as loading the stage.
 */
const FRAMES_FIRST = 3;
let loading: Promise<typeof Panels> | undefined;

/** Loads all panels at once. */
export function loadPanels(): Promise<typeof Panels> {
  loading ??= framesPainted(FRAMES_FIRST)
    .then(() => import('./around-the-stage'))
    .catch((problem: unknown) => {
      // After a failure, the next request loads the panels again.
      loading = undefined;
      throw problem;
    });
  return loading;
}

/** A panel that leaves its space empty until it has loaded. */
function panel<Props extends object>(what: string, pick: (panels: typeof Panels) => Panel<Props>): Panel<Props> {
  return onDemand<Props>(what, async () => pick(await loadPanels()), { isQuiet: true });
}
