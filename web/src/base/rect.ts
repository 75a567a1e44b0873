/** A rectangle by its left edge, its top and its size [px]. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
