/** What a link says about looking at the scene. The engine passes it on unread, and anyone can write a link. */

import type { ViewInLink } from '../engine/client';
import type { ViewState } from '../store/view-store';

export function readView(view: unknown): ViewInLink {
  if (typeof view !== 'object' || view === null) return {};
  const { at_s, speed, solo_lane, below, theory, packets } = view as Record<string, unknown>;
  return {
    ...(typeof at_s === 'number' && at_s >= 0 && Number.isFinite(at_s) ? { at_s } : {}),
    ...(typeof speed === 'number' && Number.isFinite(speed) ? { speed } : {}),
    ...(typeof solo_lane === 'number' && Number.isInteger(solo_lane) && solo_lane >= 0 ? { solo_lane } : {}),
    ...(below === 'paper' || below === 'theory' || below === 'distributions' ? { below } : {}),
    ...(packets === 'wait' || packets === 'label' ? { packets } : {}),
    ...(below === 'theory' ? { theory: readTheory(theory) } : {}),
  };
}

/** How the page looks at the scene of a link: what the link does not name is as usual, whatever was open before. */
export function viewAsLinked(
  { below, packets, theory }: ViewInLink,
  { openSheet }: Pick<ViewState, 'openSheet'>,
): Pick<ViewState, 'below' | 'packetColour' | 'theory' | 'openSheet'> {
  return {
    below: below ?? 'plots',
    packetColour: packets ?? 'flow',
    theory: { picture: undefined, values: {}, ...theory },
    // On a narrow screen the paper is a sheet; the others say nothing of what a link says.
    openSheet: below === 'paper' ? 'paper' : openSheet === 'paper' ? undefined : openSheet,
  };
}

/** More knobs than there are mean nothing. */
const MOST_KNOBS = 64;

function readTheory(theory: unknown): NonNullable<ViewInLink['theory']> {
  const { picture, values } = (typeof theory === 'object' && theory !== null ? theory : {}) as Record<string, unknown>;
  const entries = Object.entries(typeof values === 'object' && values !== null ? values : {});
  const knobs = entries.filter(([, value]) => typeof value === 'number' && Number.isFinite(value)).slice(0, MOST_KNOBS);
  return { ...(typeof picture === 'string' ? { picture } : {}), values: Object.fromEntries(knobs) };
}
