import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatNumber } from '../../../base/format';
import { viewStore } from '../../../core/page/view-store';
import { parquetOf } from '../../../core/save/parquet';
import { CATALOG } from '../../../testing/engine';
import { openSweep, testSweepRunner } from '../../../testing/runner';
import { started } from '../../../testing/session';
import { SMALL_FORM, SWEPT_SCENE } from '../../../testing/sweep-fixtures';
import { sweepTable } from '../saved-sweep';
import { leave, pause, resume, show, start } from '../sweep-control';
import { definitionOf, type SweepForm } from '../sweep-form';
import { forgetStore } from '../sweep-memory';
import { SweepRows } from '../sweep-rows';
import { type SweepState, sweepStore } from '../sweep-state';
import { ParquetTable, TableFault } from './parquet-table';
import { definitionIn, Study } from './study';
import { SummaryRows } from './summary-rows';
import { takeStudy } from './take-study';

/**
 * A table that `chokepoint sweep … --out study.parquet` wrote. It has points without a valid scene, a categorical
 * setting, two lanes and three seeds.
 */
const OF_COMMAND = new Blob([readFileSync(new URL('../../../testing/study.parquet', import.meta.url))]);
const MACHINERY = { connect: testSweepRunner(), workers: 2 };

beforeEach(() => {
  leave();
  forgetStore();
  sweepStore.setState(sweepStore.getInitialState(), true);
});

describe('a table of the command line', () => {
  it('is read with its sweep', async () => {
    const table = await ParquetTable.open(OF_COMMAND);
    const facts = openSweep(definitionIn(table, numbersOf(table)) as object);
    const study = new Study('study.parquet', facts, table);
    const rows = new SweepRows(facts);
    for (let batch = await study.next(); batch !== undefined; batch = await study.next()) rows.addBatch(batch);
    expect([rows.done, rows.total, rows.isWhole, study.isRead]).toEqual([36, 36, true, true]);
    // max_th=70 with CUBIC, lane choke.
    expect(rows.cell(3, 1, 0)?.n).toBe(3);
    expect(rows.cell(3, 1, 0)?.mean).toBeCloseTo(0.27, 1);
    expect(rows.cell(0, 0, 0)).toBeUndefined();
    expect(rows.problem(0)).toBe('queue.params.max_th: 30 is not above min_th (40)');
    expect(await study.page(34, 200)).toEqual([
      ['35', '90.5', 'cubic', 'choke', '2', ...cellsOf(rows, 1), ''],
      ['36', '90.5', 'cubic', 'choke', '3', ...cellsOf(rows, 2), ''],
    ]);
  });
});

describe('a table that the page saved', () => {
  it('opens its scene and shows its runs', async () => {
    const { session } = await started();
    const file = await savedTable(SMALL_FORM);
    const { rows } = state();
    sweepStore.setState(sweepStore.getInitialState(), true);
    leave();
    const problems = await takeStudy(file, 'mine.parquet', session.inside, testSweepRunner(), (...given) =>
      show(...given, MACHINERY),
    );
    expect(problems).toEqual([]);
    await until(({ status }) => status === 'done');
    expect(state()).toMatchObject({ done: 72, total: 72, isStale: false, study: { name: 'mine.parquet' } });
    expect([...(state().rows?.rows() ?? [])]).toEqual([...(rows?.rows() ?? [])]);
    expect(viewStore.getState().workspace).toBe('sweep');
  });

  it('with missing runs is continued by the page, and gives the same rows', async () => {
    const whole = await savedTable(SMALL_FORM);
    const all = [...(state().rows?.rows() ?? [])];
    const study = await studyOf(whole, (cells) => cells.slice(0, 30));
    await show(study, SMALL_FORM, SWEPT_SCENE, MACHINERY);
    expect(state()).toMatchObject({ status: 'paused', done: 30, total: 72 });
    await resume();
    expect(state()).toMatchObject({ status: 'done', done: 72 });
    expect([...(state().rows?.rows() ?? [])]).toEqual(all);
  });

  it('has all seeds of a rule that adds seeds', async () => {
    const until = { metric: 'jain_index', relative_half_width: 1e-6, at_most: 8 };
    const form = { ...SMALL_FORM, until };
    const file = await savedTable(form);
    await show(await studyOf(file), form, SWEPT_SCENE, MACHINERY);
    expect(state()).toMatchObject({ status: 'done', done: 9 * 2 * 8, total: 9 * 2 * 8 });
    expect(state().rows?.samples(0, 0, 0)).toHaveLength(8);
  });

  it('is read piece by piece, and the reading can be paused', async () => {
    const study = await studyOf(await savedTable(SMALL_FORM));
    const reading = show(study, SMALL_FORM, SWEPT_SCENE, MACHINERY);
    await until(({ status, done }) => status === 'reading' && done > 0);
    pause();
    await reading;
    expect(state().status).toBe('paused');
    expect(state().done).toBeLessThan(72);
    await resume();
    expect(state()).toMatchObject({ status: 'done', done: 72 });
  });
});

describe('the statistics of a table that does not fit into memory', () => {
  it('are those of the same runs in memory', async () => {
    const study = await studyOf(await savedTable(SMALL_FORM));
    const { rows } = state();
    const summary = new SummaryRows(study.facts);
    for (let batch = await study.next(); batch !== undefined; batch = await study.next()) summary.addBatch(batch);
    summary.finish();
    expect([summary.done, summary.mostSeeds]).toEqual([72, 4]);
    for (let point = 0; point < 9; point += 1)
      for (const [lane, other] of [
        [0, 1],
        [1, 0],
      ] as const)
        for (const metric of [0, 1]) {
          expect(summary.cell(point, lane, metric)).toEqual({ ...rows?.cell(point, lane, metric), values: [] });
          const difference = rows?.difference(point, lane, other, metric);
          expect(summary.difference(point, lane, other, metric)).toMatchObject({
            n: 4,
            mean: difference?.mean,
            sd: difference?.sd,
            half: difference?.half,
          });
        }
  });

  it('need the runs of a point together', async () => {
    const study = await studyOf(await savedTable(SMALL_FORM), (cells) => [...cells.slice(1), ...cells.slice(0, 1)]);
    const summary = new SummaryRows(study.facts);
    const reading = (async () => {
      for (let batch = await study.next(); batch !== undefined; batch = await study.next()) summary.addBatch(batch);
    })();
    await expect(reading).rejects.toThrow('the runs of a point are apart');
  });

  it('are refused if even they are too large', () => {
    const facts = { ...openSweep(definitionOf(SMALL_FORM, SWEPT_SCENE)), points: 10_000_000 };
    expect(() => new SummaryRows(facts)).toThrow('more than the page can show');
  });
});

describe('a file that is no table of this page', () => {
  it('is refused with the reason', async () => {
    const file = await savedTable(SMALL_FORM);
    const { session } = await started();
    const refused = async (given: Blob): Promise<readonly string[]> =>
      (await takeStudy(given, 'x.parquet', session.inside, testSweepRunner())).map(
        ({ path, problem }) => `${path} ${problem}`,
      );
    expect(await refused(file.slice(0, file.size - 100))).toEqual([expect.stringMatching(/^file is cut: /)]);
    const cut = await session.openFile(file.slice(0, file.size - 100), 'x.parquet');
    expect(cut).toEqual([{ path: 'file', problem: expect.stringMatching(/^is cut: /) }]);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const length = new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
    const damaged = bytes.slice().fill(0xff, bytes.length - 8 - length, bytes.length - 8);
    expect(await refused(new Blob([damaged]))).toEqual([expect.stringMatching(/^file is damaged: its metadata/)]);
    const about = { chokepoint_sweep: 1, numbers: CATALOG.numbers, definition: definitionOf(SMALL_FORM, SWEPT_SCENE) };
    const lanes = { name: 'lane', type: 'STRING' as const, data: ['red'] };
    const written = (fields: object | undefined): Blob =>
      new Blob([
        parquetWriteBuffer({
          columnData: [lanes],
          kvMetadata: fields === undefined ? [] : [{ key: 'chokepoint', value: JSON.stringify(fields) }],
        }),
      ]);
    for (const [fields, message] of [
      [undefined, /^file is not a table of a sweep/],
      [{ ...about, chokepoint_sweep: 2 }, /^file is a table of version 2, and this page reads version 1/],
      [
        { ...about, numbers: 1 },
        /^file was made with version 1 of the engine’s numbers, and this page has version \d+/,
      ],
      [{ ...about, definition: { ...about.definition, metrics: ['sped'] } }, /^metrics\.0 "sped" /],
      [{ ...about, definition: { scenes: [] } }, /^scenes is not a list of 1 to 64 scenes/],
      [about, /^file is not a table of its sweep: it has no column flows\.0\.rate_bps/],
    ] as const)
      expect(await refused(written(fields))).toEqual([expect.stringMatching(message)]);
  });

  it('with a row of another sweep is named while it is read', async () => {
    const study = await studyOf(await savedTable(SMALL_FORM), (cells, name) =>
      name === 'seed' ? cells.map((seed, row) => (row === 40 ? 9 : seed)) : cells,
    );
    await show(study, SMALL_FORM, SWEPT_SCENE, MACHINERY);
    expect(state()).toMatchObject({
      status: 'failed',
      problems: [{ path: 'mine.parquet', problem: 'is wrong: its row 41 is not a run of its sweep' }],
    });
  });
});

it('a fault of a table is an error with the words after the name of the file', () => {
  expect(new TableFault('is cut').message).toBe('is cut');
});

/** A table of all runs of the form, as the page saves it. */
async function savedTable(form: SweepForm): Promise<Blob> {
  sweepStore.setState({ form });
  await start(SWEPT_SCENE, MACHINERY);
  const { rows } = state();
  if (rows === undefined) throw new Error('the sweep has no rows');
  const { engine_version: engine, numbers } = CATALOG;
  const provenance = { title: '', link: '', engine, numbers, seeds: [], lanes: [] };
  const table = sweepTable({ name: '', rows, definition: definitionOf(form, SWEPT_SCENE), provenance });
  return new Blob([(await parquetOf(table)) as Uint8Array<ArrayBuffer>]);
}

type Change = (cells: readonly unknown[], name: string) => readonly unknown[];

/** The study in a table, rewritten in row groups of 16 rows. */
async function studyOf(file: Blob, change: Change = (cells) => cells): Promise<Study> {
  const table = await ParquetTable.open(file);
  const facts = openSweep(definitionIn(table, CATALOG.numbers) as object);
  const read = await table.read({ from: 0, to: table.rows }, table.columns);
  const columnData = table.columns.map((name) => {
    const isText = name === 'lane' || name === 'problem';
    const data = change(Array.from(read.get(name) ?? []), name) as unknown[];
    return { name, data, type: isText ? ('STRING' as const) : ('DOUBLE' as const), nullable: true };
  });
  const buffer = parquetWriteBuffer({
    columnData,
    rowGroupSize: 16,
    kvMetadata: [...table.texts].map(([key, value]) => ({ key, value })),
  });
  return new Study('mine.parquet', facts, await ParquetTable.open(new Blob([buffer])));
}

function numbersOf({ texts }: ParquetTable): number {
  return (JSON.parse(texts.get('chokepoint') ?? '{}') as { numbers: number }).numbers;
}

/** The values of one seed at the last point in lane 1, as strings. */
function cellsOf(rows: SweepRows, seed: number): readonly string[] {
  return [0, 1, 2].map((metric) => formatNumber(rows.samples(5, 1, metric)[seed] ?? 0, 7));
}

function state(): SweepState {
  return sweepStore.getState();
}

function until(is: (state: SweepState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (is(state())) return resolve();
    const stop = sweepStore.subscribe((now) => {
      if (!is(now)) return;
      stop();
      resolve();
    });
  });
}
