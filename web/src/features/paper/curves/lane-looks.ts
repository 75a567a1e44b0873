/**
 * Colours and dashes of the lanes in a figure. A figure may have more lanes than the page can show side by side. Pure.
 */

import type { Ink } from '../../../ui/marks/ink';
import { DASHES, laneInk } from '../../../ui/marks/lane-looks';

/** Number of lane colours. Further lanes are grey. */
const COLOURS = 4;

export interface Look {
  readonly ink: Ink;
  readonly dash: readonly number[] | undefined;
}

export const GREY: Look = { ink: 'textSoft', dash: undefined };

/**
 * Each lane's colour and dashes. A lane that is on the page looks the same in the figure. Other lanes get the colours
 * that remain, and grey when none remains.
 */
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
