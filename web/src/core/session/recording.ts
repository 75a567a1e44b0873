/** The recording whose packets come in the first lane of the open scene, in place of those of senders. */

import type { ToldRecording } from '../border/client';

/** The lane that a recording drives; those after it have senders. */
export const DRIVEN_LANE = 0;

export interface Recording {
  /** The name of the file, the preset or the machine. */
  readonly name: string;
  readonly told: ToldRecording;
  /** Its bytes, in order; more are added while it is live. */
  readonly pieces: Uint8Array[];
  /** Up to when its packets are known [s]: no lane goes further. */
  known_s: number;
  live: 'no' | 'yes' | 'over';
}
