/** Where a note goes: beside its word, inside the window, and clear of parts that the user looks at. Pure. */

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Distance from the edges of the window and from the explained word [px]. */
const GAP = 6;

/**
 * The top left corner of a note. Candidates are below, above and beside the word, in this order. The best one covers
 * nothing of the word, and as little as possible of `keptClear`. Ties go to the first.
 */
export function placeNote(
  size: Pick<Box, 'width' | 'height'>,
  anchor: Box,
  view: Pick<Box, 'width' | 'height'>,
  keptClear: readonly Box[],
): { readonly left: number; readonly top: number } {
  const right = anchor.left + anchor.width;
  const bottom = anchor.top + anchor.height;
  const above = anchor.top - size.height - GAP;
  const wanted = [
    { left: anchor.left, top: bottom + GAP },
    { left: right - size.width, top: bottom + GAP },
    { left: anchor.left, top: above },
    { left: right - size.width, top: above },
    { left: right + GAP, top: anchor.top },
    { left: anchor.left - size.width - GAP, top: anchor.top },
  ];
  let best = { left: GAP, top: GAP };
  let least = Number.POSITIVE_INFINITY;
  for (const { left, top } of wanted) {
    const inside = {
      left: Math.max(GAP, Math.min(left, view.width - size.width - GAP)),
      top: Math.max(GAP, Math.min(top, view.height - size.height - GAP)),
    };
    // A DOMRect's width and height are not own properties, so spreading the object would omit them.
    const note = { ...inside, width: size.width, height: size.height };
    // Covering the explained word counts far more than covering other parts.
    const hidden = 1000 * overlap(note, anchor) + keptClear.reduce((sum, box) => sum + overlap(note, box), 0);
    if (hidden >= least) continue;
    best = inside;
    least = hidden;
  }
  return best;
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}
