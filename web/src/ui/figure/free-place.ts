/**
 * Finds free space for texts inside a picture: the first free candidate is taken, as in map labelling. Existing
 * libraries (labella, d3fc-label-layout) keep texts apart but let them cover lines. Pure.
 */

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A line through points; a NaN interrupts it. */
export interface Path {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly length: number;
}

export class Occupied {
  private readonly boxes: Box[] = [];
  private readonly paths: Path[] = [];

  addBox(box: Box): void {
    this.boxes.push(box);
  }

  addPath(path: Path): void {
    this.paths.push(path);
  }

  isFree(box: Box): boolean {
    return !this.boxes.some((other) => overlap(box, other)) && !this.paths.some((path) => passes(path, box));
  }

  /** Takes the first free candidate. Undefined if none is free. */
  take<Candidate extends { readonly box: Box }>(candidates: Iterable<Candidate>): Candidate | undefined {
    for (const candidate of candidates)
      if (this.isFree(candidate.box)) {
        this.addBox(candidate.box);
        return candidate;
      }
    return undefined;
  }
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** True if a line passes through a box. */
export function passes({ x, y, length }: Path, box: Box): boolean {
  for (let point = 1; point < length; point += 1) {
    const [x1, y1, x2, y2] = [x[point - 1], y[point - 1], x[point], y[point]] as [number, number, number, number];
    // A missing point is NaN. Comparisons with NaN are false, so its segment never counts as crossing the box.
    if (Math.max(x1, x2) <= box.left || Math.min(x1, x2) >= box.right) continue;
    if (Math.max(y1, y2) <= box.top || Math.min(y1, y2) >= box.bottom) continue;
    if (cuts(x1, y1, x2 - x1, y2 - y1, box)) return true;
  }
  return false;
}

/** Clips the line from (x, y) at each pair of edges (Liang-Barsky). True if part of the line remains. */
function cuts(x: number, y: number, dx: number, dy: number, box: Box): boolean {
  let from = 0;
  let to = 1;
  for (const [way, room] of [
    [-dx, x - box.left],
    [dx, box.right - x],
    [-dy, y - box.top],
    [dy, box.bottom - y],
  ] as const) {
    if (Number.isNaN(way)) return false;
    if (way === 0) {
      if (room <= 0) return false;
    } else if (way < 0) from = Math.max(from, room / way);
    else to = Math.min(to, room / way);
  }
  return from < to;
}
