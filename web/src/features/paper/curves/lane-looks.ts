/** How the lanes of a figure look, which may be more than the page can show side by side. Pure. */

import type { Ink } from '../../../ui/marks/ink';
import { DASHES, laneInk } from '../../../ui/marks/lane-looks';

/** More lanes than there are colours of lanes are drawn in grey. */
const COLOURS = 4;

export interface Look {
  readonly ink: Ink;
  readonly dash: readonly number[] | undefined;
}

export const GREY: Look = { ink: 'textSoft', dash: undefined };

/** A lane that is on the page looks as it does there; the others take the colours that are left, and then none. */
export function looksOf(
  lanes: readonly { readonly lane: string }[],
  onStage: ReadonlyMap<string, number>,
): readonly Look[] {
  const taken = new Set(onStage.values());
  const free = Array.from({ length: COLOURS }, (_, index) => index).filter((index) => !taken.has(index));
  return lanes.map(({ lane }, place) => {
    const index = onStage.get(lane) ?? free.shift();
    return index === undefined
      ? { ...GREY, dash: DASHES[place % DASHES.length] }
      : { ink: laneInk(index), dash: DASHES[index % DASHES.length] };
  });
}
