/** Geometry of the ruler under a lane's queue [px from the corner of the picture]. */

export interface Ruler {
  /** Lower edge of the queue [px]. */
  readonly foot: number;
  /** Distance from one packet to the next [px]. */
  readonly pitch: number;
  /** Font size [px]. */
  readonly font: number;
  /** True if the signs under the queue share one row, so that the pointer of the average has no row of its own. */
  readonly isCompact: boolean;
  /** Position of the end of a queue of `packets` packets [px]. */
  readonly xOf: (packets: number) => number;
  /** Position of the pointer of the average [px]; undefined: there is none. */
  readonly averageX: number | undefined;
}
