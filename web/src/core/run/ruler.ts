/** The area of the ruler under the queue of a lane, for parts on it [px from the corner of the picture]. */

export interface Ruler {
  /** Lower edge of the queue. */
  readonly foot: number;
  /** Distance from one packet to the next [px]. */
  readonly pitch: number;
  /** Size of its type. */
  readonly font: number;
  /** One row of signs under the queue in place of two: the pointer of the average has no room of its own. */
  readonly isCompact: boolean;
  /** The end of a queue of `packets` packets [px]. */
  readonly xOf: (packets: number) => number;
  /** The pointer of the average; undefined: there is none. */
  readonly averageX: number | undefined;
}
