/** Labels at the ends of lines. Each is as close to its line as the others allow, without overlap. Pure. */

/**
 * Centres of labels with preferred positions `wanted` and sizes `heights`. Labels are moved only as far as needed so
 * that none overlap and all lie between `from` and `to`. Labels that do not fit are left out (NaN), from the end of the
 * list, so the caller lists the most important labels first.
 */
export function spreadLabels(
  wanted: readonly number[],
  heights: readonly number[],
  from: number,
  to: number,
): readonly number[] {
  const height = (index: number): number => heights[index] ?? 0;
  let kept = 0;
  let total = 0;
  while (kept < wanted.length && total + height(kept) <= to - from) {
    total += height(kept);
    kept += 1;
  }
  const order = Array.from({ length: kept }, (_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));

  // Labels that touch form a block. The block is placed at the mean of its members' preferred positions.
  const blocks: { members: number[]; size: number; top: number; wish: number }[] = [];
  for (const index of order) {
    const size = height(index);
    let block = { members: [index], size, top: 0, wish: (wanted[index] ?? 0) - size / 2 };
    block.top = clamp(block.wish, from, to - block.size);
    for (let above = blocks.at(-1); above !== undefined && above.top + above.size > block.top; above = blocks.at(-1)) {
      blocks.pop();
      const members: number[] = [...above.members, ...block.members];
      // A label gets its preferred position if the top of the block is that position minus the heights of the labels
      // above it. The preferred top of the block is the mean of these tops over its labels.
      const wish =
        (above.wish * above.members.length + (block.wish - above.size) * block.members.length) / members.length;
      block = { members, size: above.size + block.size, top: 0, wish };
      block.top = clamp(block.wish, from, to - block.size);
    }
    blocks.push(block);
  }

  const centres = wanted.map(() => Number.NaN);
  for (const block of blocks) {
    let top = block.top;
    for (const index of block.members) {
      centres[index] = top + height(index) / 2;
      top += height(index);
    }
  }
  return centres;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
