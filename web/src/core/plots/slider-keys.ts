/** The keys of a plot that is read along one axis, as those of any slider. Pure. */

/** Where a key leads from `value`; 'none' puts the cursor away, undefined: the key means nothing here. */
export function nextValue(
  key: string,
  value: number,
  step: number,
  least: number,
  most: number,
): number | 'none' | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(least, value - step);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(most, value + step);
    case 'Home':
      return least;
    case 'End':
      return most;
    case 'Escape':
      return 'none';
    default:
      return undefined;
  }
}
