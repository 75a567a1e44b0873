/** What a link says about looking at the scene. The engine passes it on unread, and anyone can write a link. */

import type { ViewInLink } from '../border/client';
import { readInterval } from '../page/interval';
import { themeNamed } from './link-view';

const BELOW = ['paper', 'theory', 'distributions', 'sweep', 'script'] as const;

export function readView(view: unknown): ViewInLink {
  if (typeof view !== 'object' || view === null) return {};
  const { at_s, half, speed, step, solo_lane, below, theory, sweep, packets, presenter, interval } = view as Record<
    string,
    unknown
  >;
  const looked = readInterval(interval);
  const linkedBelow = BELOW.find((known) => known === below);
  return {
    ...(typeof at_s === 'number' && at_s >= 0 && Number.isFinite(at_s) ? { at_s } : {}),
    ...(half === true ? { half } : {}),
    ...(typeof step === 'string' ? { step } : {}),
    ...(typeof speed === 'number' && Number.isFinite(speed) ? { speed } : {}),
    ...(typeof solo_lane === 'number' && Number.isInteger(solo_lane) && solo_lane >= 0 ? { solo_lane } : {}),
    ...(linkedBelow === undefined ? {} : { below: linkedBelow }),
    ...(packets === 'wait' || packets === 'label' ? { packets } : {}),
    ...(below === 'theory' ? { theory: readTheory(theory) } : {}),
    ...(looked === undefined ? {} : { interval: [looked.from_s, looked.until_s] as const }),
    // Its panel checks it: that is loaded when it is opened.
    ...(below === 'sweep' && sweep !== undefined ? { sweep } : {}),
    ...(typeof presenter === 'object' && presenter !== null ? { presenter: readPresenter(presenter) } : {}),
  };
}

function readPresenter(presenter: object): NonNullable<ViewInLink['presenter']> {
  const { plot, theme } = presenter as Record<string, unknown>;
  const named = themeNamed(theme);
  return {
    ...(typeof plot === 'string' ? { plot } : {}),
    ...(named === undefined ? {} : { theme: named }),
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
