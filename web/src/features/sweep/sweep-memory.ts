/**
 * Stores the last few sweeps in the browser (IndexedDB), so that a reopened page continues with the finished runs. Each
 * batch is written once, when it arrives. The list of sweeps has the number of batches of each.
 */

import { createStore, delMany, get, getMany, setMany, type UseStore, update } from 'idb-keyval';
import type { SweepBatch } from '../../core/experiment/sweep-messages';
import type { SweepForm } from './sweep-form';

export interface KeptSweep {
  readonly id: string;
  /** A text that is equal for equal sweeps (`meaningOf`). */
  readonly meaning: string;
  readonly form: SweepForm;
  /** Key of the sweep's first run. It differs if another version of the engine would give other results. */
  readonly key: string;
  /** Number of stored batches. */
  readonly parts: number;
  readonly bytes: number;
  /** True if the sweep was running when it was last written. */
  readonly isRunning: boolean;
}

const LIST = 'sweeps';
const MOST_SWEEPS = 5;
/** Limit for all sweeps together [bytes]. */
const MOST_BYTES = 128 * 1024 * 1024;

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore('chokepoint-sweeps', 'parts');
  return opened;
}

/** Discards the connection to the store. The next access opens it again. */
export function forgetStore(): void {
  opened = undefined;
}

/** The stored sweeps, most recently written first. */
export async function keptSweeps(): Promise<readonly KeptSweep[]> {
  return (await get<readonly KeptSweep[]>(LIST, store())) ?? [];
}

export async function batchesOf({ id, parts }: KeptSweep): Promise<readonly SweepBatch[]> {
  const found = await getMany<SweepBatch | undefined>(partNames(id, parts), store());
  return found.filter((batch) => batch !== undefined);
}

/** Adds batches to a sweep. If space is needed, removes the oldest sweeps. Rejects if the disk is full. */
export async function keep(sweep: KeptSweep, batches: readonly SweepBatch[]): Promise<KeptSweep> {
  const [part] = batches.length > 1 ? [joined(batches)] : batches;
  const bytes = sweep.bytes + (part === undefined ? 0 : bytesOf(part));
  const next: KeptSweep = { ...sweep, bytes, parts: sweep.parts + (part === undefined ? 0 : 1) };
  if (part !== undefined) await written([[partName(sweep.id, sweep.parts), part]], sweep.id);
  let dropped: readonly KeptSweep[] = [];
  await update<readonly KeptSweep[]>(
    LIST,
    (list = []) => {
      const all = [next, ...list.filter(({ id }) => id !== next.id)];
      const kept = withinBounds(all);
      dropped = all.filter((one) => !kept.includes(one));
      return [...kept];
    },
    store(),
  );
  await forgetParts(dropped);
  return next;
}

export async function forget(sweep: KeptSweep): Promise<void> {
  await update<readonly KeptSweep[]>(LIST, (list = []) => list.filter(({ id }) => id !== sweep.id), store());
  await forgetParts([sweep]);
}

function withinBounds(all: readonly KeptSweep[]): readonly KeptSweep[] {
  let bytes = 0;
  return all.filter((sweep, place) => {
    bytes += sweep.bytes;
    return place === 0 || (place < MOST_SWEEPS && bytes <= MOST_BYTES);
  });
}

/** Writes the batches. If the disk is full, removes all other sweeps first. */
async function written(entries: [string, SweepBatch][], own: string): Promise<void> {
  try {
    await setMany(entries, store());
  } catch (problem) {
    const others = (await keptSweeps()).filter(({ id }) => id !== own);
    if (others.length === 0) throw problem;
    for (const other of others) await forget(other);
    await setMany(entries, store());
  }
}

async function forgetParts(sweeps: readonly KeptSweep[]): Promise<void> {
  const names = sweeps.flatMap(({ id, parts }) => partNames(id, parts));
  if (names.length > 0) await delMany(names, store());
}

function partNames(id: string, parts: number): string[] {
  return Array.from({ length: parts }, (_, place) => partName(id, place));
}

function partName(id: string, place: number): string {
  return `${id}/${place}`;
}

function bytesOf({ tasks, values, refused, halves, remarks }: SweepBatch): number {
  const texts = JSON.stringify([refused, remarks]).length;
  return tasks.byteLength + values.byteLength + (halves?.byteLength ?? 0) + texts;
}

function joined(batches: readonly SweepBatch[]): SweepBatch {
  const join = (parts: readonly Float64Array[]): Float64Array => {
    const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  };
  return {
    tasks: join(batches.map(({ tasks }) => tasks)),
    values: join(batches.map(({ values }) => values)),
    refused: batches.flatMap(({ refused }) => refused),
    halves: join(batches.map(({ values, halves }) => halves ?? new Float64Array(2 * values.length).fill(Number.NaN))),
    remarks: batches.flatMap(({ remarks = [] }) => remarks),
  };
}
