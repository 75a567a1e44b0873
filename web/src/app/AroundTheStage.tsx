/** The panels around the stage, as the page shows them once `around-the-stage.ts` is there. */

import { lazy, type ReactNode } from 'react';
import { framesPainted } from '../run/frame-loop';
import type * as Panels from './around-the-stage';
import { Lazy } from './Lazy';

export const Controls = panel('The controls', (panels) => panels.Controls);
export const EventsPanel = panel('The events', (panels) => panels.EventsPanel);
export const ExplainPanel = panel('The explanation', (panels) => panels.ExplainPanel);
export const Headline = panel('What the scene teaches', (panels) => panels.Headline);
export const PlotsPanel = panel('The plots', (panels) => panels.PlotsPanel);

type Panel<Props> = (props: Props) => ReactNode;

/** On a slow processor the panels take as long as the stage: they come when it has begun to move. */
const FRAMES_FIRST = 3;
let loading: Promise<typeof Panels> | undefined;

/** Asks for all of them. */
export function loadPanels(): Promise<typeof Panels> {
  loading ??= framesPainted(FRAMES_FIRST).then(() => import('./around-the-stage'));
  return loading;
}

/** Nothing stands in its place until it is there. */
function panel<Props extends object>(what: string, pick: (panels: typeof Panels) => Panel<Props>): Panel<Props> {
  const Loaded = lazy<Panel<Props>>(async () => ({ default: pick(await loadPanels()) }));
  return (props) => (
    <Lazy what={what} isQuiet>
      <Loaded {...props} />
    </Lazy>
  );
}
