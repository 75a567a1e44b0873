/** The scene without a link; newcomers to queues can follow it packet by packet. */

import { placeOfPace } from '../run/playback';

export const FIRST_SCENE = {
  preset: 'first-choke',
  /**
   * Opening moment [s]. The queue is two thirds full and the first match is three decisions away. The start of the run
   * is over, so the first number shown, a mean of 10 s, is typical of many runs.
   */
  at_s: 20.03,
  /** Index in `PACES`. */
  pace: placeOfPace('2 packets'),
} as const;
