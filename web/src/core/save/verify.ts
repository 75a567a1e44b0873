/** A bundle's numbers compared with its scene's here, in the words of `chokepoint verify`. Pure but for the hash. */

import { type BundleRecord, type Comparison, compareResults, hashOfResults } from './bundle';

interface LaneVerdict extends Comparison {
  readonly aqm: string;
}

export interface Verdict {
  readonly isSame: boolean;
  readonly lanes: readonly LaneVerdict[];
  /** Whatever else is to be known, in sentences. */
  readonly remarks: readonly string[];
}

interface Here {
  /** The results of every lane of the bundle's scene. */
  readonly results: readonly unknown[];
  readonly aqms: readonly string[];
  readonly engine: string;
  readonly numbers: number;
}

export async function verdictOf(record: BundleRecord, { results, aqms, engine, numbers }: Here): Promise<Verdict> {
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
    remarks.push(`It was made with version ${record.numbers} of the numbers; here is version ${numbers}.`);
  if (record.engine_version !== engine)
    remarks.push(`It was made with engine ${record.engine_version}; here is ${engine}.`);
  const isWhole = await isHashRight(record);
  if (!isWhole) remarks.push('The hash in the file is not that of the results in the file: they were changed.');
  return {
    isSame: isCounted && isWhole && lanes.every(({ differences }) => differences.length === 0),
    lanes,
    remarks,
  };
}

/** True if the hash of a file is that of its results, where it has one and one can be made. */
async function isHashRight({ results_hash, lanes }: BundleRecord): Promise<boolean> {
  if (results_hash === null) return true;
  try {
    return ((await hashOfResults(lanes.map(({ result }) => result))) ?? results_hash) === results_hash;
  } catch {
    // Nested too deep for the output of any engine.
    return false;
  }
}

/** `lane 1, choke: every number is the same (312)`. */
export function inWords({ aqm, compared, differences }: LaneVerdict, lane: number): string {
  const name = `Lane ${lane + 1}, ${aqm}`;
  return differences.length === 0
    ? `${name}: the same, all ${compared} values.`
    : `${name}: different in ${differences.length} of ${compared} values.`;
}
