/** The scene that opens without a link. It is slow enough for new users to see each packet. */

import { placeOfPace } from '../run/playback';

export const FIRST_SCENE = {
  preset: 'first-choke',
  /**
   * Simulated time at which the scene opens [s]. The queue is two thirds full, and the first match is three decisions
   * away. The start-up of the flows is over, so the first displayed number, a mean over 10 s, is typical of many runs.
   */
  at_s: 20.03,
  /** Index in `PACES`. */
  pace: placeOfPace('2 packets'),
} as const;
