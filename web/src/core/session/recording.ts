/** A recording, whose packets arrive in the first lane instead of packets of simulated senders. */

import type { ToldRecording } from '../border/client';

/** Index of the lane in which the recorded packets arrive. The other lanes have simulated senders. */
export const DRIVEN_LANE = 0;

export interface Recording {
  /** Name of the recording: the name of its file, of its preset, or of the machine that records. */
  readonly name: string;
  readonly description: ToldRecording;
  /** The bytes, in order. A live recording keeps growing. */
  readonly pieces: Uint8Array[];
  /** Time of the last known packet [s]. The lanes do not run beyond this time. */
  known_s: number;
  live: 'no' | 'yes' | 'over';
}
