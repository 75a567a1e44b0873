import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/border/scenario';
import { csvOf } from '../../core/save/write-table';
import { type RunnerFaults, testSweepRunner } from '../../testing/runner';
import { SMALL_FORM, SWEPT_SCENE } from '../../testing/sweep-fixtures';
import { firstSceneOf, formOfFile } from './file/sweep-file';
import { pictureNotes } from './pictures/point-words';
import { shownSweep } from './pictures/shown-sweep';
import { sweepTable } from './saved-sweep';
import { leave, type Machinery, restore, start } from './sweep-control';
import { definitionOf, type SweepForm } from './sweep-form';
import { forgetStore } from './sweep-memory';
import { cancelSweep, pauseSweep, resumeSweep, type SweepState, setForm, sweepStore } from './sweep-store';

/** Files that a test of the command line also uses (`crates/apps/cli/tests/study.rs`). */
const FOLDER = '../../../../crates/apps/cli/tests/until';
const read = (name: string): string => readFileSync(new URL(`${FOLDER}/${name}`, import.meta.url), 'utf8');

/** A rule with an unreachable half-width. It stops after six rounds, at its largest number of seeds. */
const LONG: SweepForm = {
  ...SMALL_FORM,
  until: { metric: 'jain_index', relative_half_width: 1e-6, at_most: 12 },
};

beforeEach(() => {
  newPage();
  globalThis.indexedDB = new IDBFactory();
});

describe('a sweep with a rule for further seeds', () => {
  it('has the rows of the command line', async () => {
    const { form, scene } = await study();
    setForm(form);
    await start(scene, machinery());
    expect(state()).toMatchObject({ status: 'done', problems: [] });
    expect(rowsOf(form, scene)).toEqual(cellsOf(read('table.csv')));
  });

  it('gives the same rows if it is paused, cancelled, and continued after a reload', async () => {
    const { form, scene } = await study();
    const asked: number[] = [];
    const slow = machinery({ run_ms: 5, onTasks: (tasks) => void asked.push(...tasks) });
    setForm(form);
    const running = start(scene, slow);
    await until(({ done }) => done > 0);
    await pauseSweep();
    await running;
    expect(state().status).toBe('paused');
    const resumed = resumeSweep();
    const { done } = state();
    await until((now) => now.done > done + 5);
    await cancelSweep();
    await resumed;
    newPage();
    await restore(scene, slow);
    expect(state().status).toBe('paused');
    await resumeSweep();
    expect(state()).toMatchObject({ status: 'done', done: state().total });
    expect(rowsOf(form, scene)).toEqual(cellsOf(read('table.csv')));
  });

  it('adds the same seeds to all lanes of a point, and shows how many runs there may be', async () => {
    const { form, scene } = await study();
    setForm(form);
    const totals = new Set<number>();
    sweepStore.subscribe(({ total }) => totals.add(total));
    await start(scene, machinery());
    const { rows, total, done, most } = state();
    expect([done, total, most]).toEqual([62, 62, 4 * 2 * 22]);
    expect([...totals].sort((a, b) => a - b).slice(0, 3)).toEqual([0, 32, 34]);
    expect([0, 1, 2, 3].map((point) => rows?.seedsAt(point))).toEqual([4, 4, 19, 4]);
    expect(rows?.mostSeeds).toBe(19);
    expect(rows?.samples(2, 1, 0)).toHaveLength(19);
  });

  it('names the points whose interval is too wide after the largest number of seeds', async () => {
    setForm(LONG);
    await start(SWEPT_SCENE, machinery());
    const { rows } = state();
    const shown = rows && shownSweep(rows, LONG.view);
    expect(shown && pictureNotes(shown, [])).toMatch(
      /Means of up to 12 seeds.* △ After 12 seeds, the interval of .* is still too wide at 9 of 9 points; the first: .*, red, choke\./,
    );
  });

  it('starts no worker for a new round, and replaces one that crashes', async () => {
    let started = 0;
    let deaths = 0;
    const connect = testSweepRunner({ diesOfTask: (task) => task % 12 === 8 && deaths++ === 0 });
    setForm(LONG);
    await start(SWEPT_SCENE, {
      workers: 2,
      connect: (signal) => {
        started += 1;
        return connect(signal);
      },
    });
    expect(state()).toMatchObject({ status: 'done', done: 9 * 2 * 12 });
    expect(started).toBe(3);
  });

  it('is refused at its field if it may give too many runs', async () => {
    const axes = [{ path: 'flows.0.rate_bps', from: 1, to: 1e7, count: 10_000 }];
    setForm({ ...LONG, axes, until: { metric: 'jain_index', half_width: 1, at_most: 100 } });
    await start(SWEPT_SCENE, machinery());
    expect(state().problems).toEqual([
      {
        path: 'until.at_most',
        problem: 'may give 2,000,000 runs in total; the page allows at most 1,000,000, the command line more',
      },
    ]);
  });
});

/** The form and the scene that the page makes of the command line's sweep file. */
async function study(): Promise<{ readonly form: SweepForm; readonly scene: Scenario }> {
  const text = read('sweep.json');
  const runner = await testSweepRunner()(new AbortController().signal);
  const opened = await runner.read(text);
  runner.close();
  const form = formOfFile(JSON.parse(text), opened);
  if (form === undefined) throw new Error('the form has no room for the study');
  return { form, scene: firstSceneOf(opened.definition) };
}

/** The rows of the saved table as cells. */
function rowsOf(form: SweepForm, scene: Scenario): readonly (readonly (number | string)[])[] {
  const { rows } = state();
  if (rows === undefined) throw new Error('the sweep has no rows');
  const provenance = { title: '', link: '', engine: '', numbers: 1, seeds: [], lanes: [] };
  return cellsOf(csvOf(sweepTable({ name: '', rows, definition: definitionOf(form, scene), provenance })));
}

/** The cells of a CSV table. Numbers are compared as numbers, because Rust writes 1.0 and JavaScript writes 1. */
function cellsOf(csv: string): readonly (readonly (number | string)[])[] {
  const rows = csv.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return rows.map((row) =>
    row.split(',').map((cell) => (cell === '' || Number.isNaN(Number(cell)) ? cell : Number(cell))),
  );
}

function machinery(faults: RunnerFaults = {}): Machinery {
  return { connect: testSweepRunner(faults), workers: 2 };
}

function state(): SweepState {
  return sweepStore.getState();
}

/** Closes the page and opens it again. */
function newPage(): void {
  leave();
  forgetStore();
  sweepStore.setState(sweepStore.getInitialState(), true);
}

function until(is: (state: SweepState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = sweepStore.subscribe((now) => {
      if (!is(now)) return;
      stop();
      resolve();
    });
  });
}
