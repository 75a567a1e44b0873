/** Geometry of the ruler below a lane's queue, in pixels from the corner of the picture. */

export interface Ruler {
  /** Lower edge of the queue [px]. */
  readonly foot: number;
  /** Distance between neighbouring packets [px]. */
  readonly pitch: number;
  /** Font size [px]. */
  readonly font: number;
  /** True if all markers below the queue share one row, so that the marker of the average has no row of its own. */
  readonly isCompact: boolean;
  /** Horizontal position of the end of a queue with `packets` packets [px]. */
  readonly xOf: (packets: number) => number;
  /** Horizontal position of the marker of the average queue length [px]. Undefined without this marker. */
  readonly averageX: number | undefined;
}
