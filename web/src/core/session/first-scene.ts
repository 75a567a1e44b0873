/** The scene without a link: one that newcomers to queues can follow, packet by packet. */

import { placeOfPace } from '../run/playback';

export const FIRST_SCENE = {
  preset: 'first-choke',
  /**
   * Two thirds of the queue are taken, and the first match is three decisions away [s]. The beginning of the run is
   * over: the first number that is read, a mean of 10 s, is typical of many runs.
   */
  at_s: 20.03,
  /** Place in `PACES`. */
  pace: placeOfPace('2 packets'),
} as const;
