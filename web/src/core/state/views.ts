/** The parts of a discipline's stored state that exist under the current settings. Pure. */

import type { StateView } from '../border/border.gen';
import { isInForce } from '../run/pseudo-code';
import type { RunBuffer } from '../run/run-buffer';

export function stateViews({ about, facts }: Pick<RunBuffer, 'about' | 'facts'>): readonly StateView[] {
  return about.state.filter((view) => view.kind !== 'slots' || isInForce(view, facts.params));
}
