/** Bounds and identities for throughputs and Jain indices that every table must satisfy, whatever its source. Pure. */

/** Flows of one class: their number and their total throughput. */
interface ClassTotal {
  readonly flows: number;
  /** Total throughput, in the same unit for all classes. */
  readonly total: number;
}

/**
 * The greatest Jain index over all flows that these class totals allow. It is reached when all flows of a class are
 * equal (Cauchy-Schwarz inequality). A greater published index cannot be about these flows.
 */
export function jainCeiling(classes: readonly ClassTotal[]): number {
  const flows = classes.reduce((sum, { flows: count }) => sum + count, 0);
  const total = classes.reduce((sum, { total: share }) => sum + share, 0);
  const squares = classes.reduce(
    (sum, { flows: count, total: share }) => sum + (count > 0 ? (share * share) / count : 0),
    0,
  );
  return (total * total) / (flows * squares);
}
