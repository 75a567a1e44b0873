/** The keys of a plot, which are those of a slider. Pure. */

/** The value after a key press. 'none' removes the cursor. Undefined if the key has no effect. */
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
