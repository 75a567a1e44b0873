/** The recording whose packets arrive in the first lane instead of packets from simulated senders. */

import type { ToldRecording } from '../border/client';

/** Index of the lane that a recording drives; later lanes have simulated senders. */
export const DRIVEN_LANE = 0;

export interface Recording {
  /** Name of the file, the preset or the machine. */
  readonly name: string;
  readonly told: ToldRecording;
  /** Bytes in order; a live recording adds more. */
  readonly pieces: Uint8Array[];
  /** Time of the last known packet [s]; no lane runs beyond it. */
  known_s: number;
  live: 'no' | 'yes' | 'over';
}
