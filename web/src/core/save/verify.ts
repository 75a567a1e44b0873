/**
 * Compares the numbers of a bundle with those of a run on this page. The report is like that of `chokepoint verify`.
 * Pure, except for the hash.
 */

import { type BundleRecord, type Comparison, compareResults, hashOfResults } from './bundle';

interface LaneVerification extends Comparison {
  readonly aqm: string;
}

export interface Verification {
  readonly isSame: boolean;
  readonly lanes: readonly LaneVerification[];
  /** Further remarks, as sentences. */
  readonly remarks: readonly string[];
}

interface Here {
  /** Results of every lane in the bundle's scene, computed here. */
  readonly results: readonly unknown[];
  readonly aqms: readonly string[];
  readonly engine: string;
  readonly numbers: number;
}

export async function verify(record: BundleRecord, { results, aqms, engine, numbers }: Here): Promise<Verification> {
  const lanes = results.map((result, lane) => {
    const inFile = record.lanes[lane];
    const isThere = inFile !== undefined && inFile.aqm === aqms[lane];
    return { aqm: aqms[lane] ?? '', ...compareResults(isThere ? inFile.result : undefined, result) };
  });
  const remarks: string[] = [];
  const isCounted = record.lanes.length === results.length;
  if (!isCounted)
    remarks.push(`The file holds results of ${record.lanes.length} lanes; its scene has ${results.length}.`);
  if (record.numbers !== numbers)
    remarks.push(`It was made with version ${record.numbers} of the numbers; this page has version ${numbers}.`);
  if (record.engine_version !== engine)
    remarks.push(`It was made with engine ${record.engine_version}; this page has engine ${engine}.`);
  const isWhole = await isHashRight(record);
  if (!isWhole)
    remarks.push('The hash in the file does not belong to the results in the file: the results were changed.');
  return {
    isSame: isCounted && isWhole && lanes.every(({ differences }) => differences.length === 0),
    lanes,
    remarks,
  };
}

/** True if the hash in a file matches the results in the file, or if the hash cannot be checked. */
async function isHashRight({ results_hash, lanes }: BundleRecord): Promise<boolean> {
  if (results_hash === null) return true;
  try {
    return ((await hashOfResults(lanes.map(({ result }) => result))) ?? results_hash) === results_hash;
  } catch {
    // The hash cannot be computed, because the results are nested more deeply than the output of any engine.
    return false;
  }
}

/** Result of the comparison for a lane, such as `Lane 1, choke: the same, all 312 values.` */
export function inWords({ aqm, compared, differences }: LaneVerification, lane: number): string {
  const name = `Lane ${lane + 1}, ${aqm}`;
  return differences.length === 0
    ? `${name}: the same, all ${compared} values.`
    : `${name}: different in ${differences.length} of ${compared} values.`;
}
