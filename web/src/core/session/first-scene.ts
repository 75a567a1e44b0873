/** The scene that opens without a link. New users can follow it packet by packet. */

import { placeOfPace } from '../run/playback';

export const FIRST_SCENE = {
  preset: 'first-choke',
  /**
   * Opening moment [s]. The queue is two thirds full and the first match is three decisions away. The start-up of the
   * run is over, so the first shown number, a mean over 10 s, is typical of many runs.
   */
  at_s: 20.03,
  /** Index in `PACES`. */
  pace: placeOfPace('2 packets'),
} as const;
