/** The recording whose packets arrive in the first lane, in place of simulated senders. */

import type { ToldRecording } from '../border/client';

/** Index of the lane that a recording drives; later lanes have simulated senders. */
export const DRIVEN_LANE = 0;

export interface Recording {
  /** Name of the file, the preset or the machine. */
  readonly name: string;
  readonly told: ToldRecording;
  /** Bytes in order; a live recording adds more. */
  readonly pieces: Uint8Array[];
  /** End of the known packets [s]; no lane goes further. */
  known_s: number;
  live: 'no' | 'yes' | 'over';
}
