/** Runs the sweep in the store: starts and pauses it, reports its progress, and stores its rows. */

import { problemText } from '../../base/problem-text';
import { type SceneProblem, SceneRefused } from '../../core/border/client';
import type { Scenario } from '../../core/border/scenario';
import { sceneProblems } from '../../core/border/scene-problems';
import type { SweepFacts } from '../../core/experiment/sweep';
import type { OpenedSweep, SweepBatch } from '../../core/experiment/sweep-messages';
import { folded } from '../../core/scene/edit';
import { sceneStore } from '../../core/scene/scene-store';
import { meaningOf } from './meaning';
import { TableFault } from './study/parquet-table';
import type { Study } from './study/study';
import { SummaryRows } from './study/summary-rows';
import { definitionOf, type SweepForm } from './sweep-form';
import { batchesOf, forget, type KeptSweep, keep, keptSweeps } from './sweep-memory';
import { runSweep } from './sweep-pool';
import { runsOf, SweepRows } from './sweep-rows';
import { type ConnectSweep, connectSweep, type SweepRunner } from './sweep-runner';
import { type SweepState, sweepStore } from './sweep-state';
import { tasksInOrder } from './task-order';

export interface Machinery {
  readonly connect: ConnectSweep;
  /** Number of simultaneous runs. */
  readonly workers: number;
}

function machineryOfPage(): Machinery {
  return { connect: connectSweep, workers: navigator.hardwareConcurrency || 1 };
}

/** Maximum number of runs of a sweep on the page. It limits memory: a run takes 8 bytes for each metric. */
const MOST_TASKS = 1_000_000;
/** Time between two progress reports to the page [ms]. */
const REPORT_EVERY_MS = 200;
/** Time between two writes of new rows to disk [ms]. */
const KEEP_MS = 1000;
/** Time over which the rate of runs is measured [ms]. */
const RATE_MS = 5000;

/** The only sweep of the page. */
let present: Course | undefined;

/** Abandons the sweep, for example when the page is closed. From then on it neither reports nor writes. */
export function leave(): void {
  present?.abandon();
  present = undefined;
}

export async function start(scene: Scenario, machinery = machineryOfPage()): Promise<void> {
  const { form } = sweepStore.getState();
  if (form !== undefined) await begin(new Course(form, scene, machinery), true);
}

/**
 * Restores the last sweep over this scene with its finished runs, which the browser has stored. Continues it if it was
 * running.
 */
export async function restore(scene: Scenario, machinery = machineryOfPage()): Promise<void> {
  if (present !== undefined) return;
  // A form from a link or from the user takes precedence over the stored form.
  const { form: asked } = sweepStore.getState();
  let found: KeptSweep | undefined;
  try {
    found = (await keptSweeps()).find(({ form, meaning }) => meaningOf(asked ?? form, scene) === meaning);
  } catch {
    // The browser stores nothing, so there is no sweep to restore.
  }
  if (found === undefined || present !== undefined) return;
  const { form = found.form } = sweepStore.getState();
  sweepStore.setState({ form });
  await begin(new Course(form, scene, machinery), found.isRunning);
}

/** Shows the runs in a table of a sweep over this scene, and reads them from its file. */
export async function show(
  study: Study,
  form: SweepForm,
  scene: Scenario,
  machinery = machineryOfPage(),
): Promise<void> {
  sweepStore.setState({ form });
  await begin(new Course(form, scene, machinery, study), true);
}

export function pause(): void {
  present?.pause();
}

export async function resume(): Promise<void> {
  await present?.run(true);
}

export function cancel(): void {
  present?.cancel();
}

async function begin(course: Course, goesOn: boolean): Promise<void> {
  const before = present;
  present = course;
  before?.cancel();
  await before?.ended;
  if (present === course) await course.run(goesOn);
}

/** A sweep from its start to its end, including all pauses. */
class Course {
  /** Resolves when the sweep has stopped: no run is being made, and the rows are stored if this is possible. */
  ended: Promise<void> = Promise.resolve();
  private rows: SweepRows | SummaryRows | undefined;
  private kept: KeptSweep | undefined;
  private unkept: SweepBatch[] = [];
  private keeping: Promise<void> = Promise.resolve();
  /** True while new runs may begin. */
  private isRunning = false;
  private pausing = new AbortController();
  private cancelling = new AbortController();
  private reportTimer: ReturnType<typeof setTimeout> | undefined;
  private keepingSoon: ReturnType<typeof setTimeout> | undefined;
  /** Counts of finished runs, with the times at which they were taken [ms]. */
  private marks: { readonly at_ms: number; readonly done: number }[] = [];

  constructor(
    private readonly form: SweepForm,
    private readonly scene: Scenario,
    private readonly machinery: Machinery,
    /** The table that supplied the first runs. */
    private readonly study?: Study,
  ) {}

  /**
   * Opens the sweep. If `goesOn` is true, does the missing runs, or reads the rest of a table. Resolves when the sweep
   * is paused, done or failed.
   */
  async run(goesOn: boolean): Promise<void> {
    if (this.isRunning) return;
    // After a pause, batches that were already started still run. They must end before the sweep continues.
    await this.ended;
    if (present !== this || this.isRunning) return;
    this.pausing = new AbortController();
    this.cancelling = new AbortController();
    if (!goesOn) this.pausing.abort();
    this.isRunning = goesOn;
    const { study } = this;
    this.ended = study === undefined || study.isRead ? this.runToEnd() : this.readToEnd(study);
    await this.ended;
  }

  /** Starts no more runs. The results of started batches still arrive. */
  pause(): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.pausing.abort();
    this.set({ status: 'paused', runs_per_s: undefined, left_s: undefined });
  }

  cancel(): void {
    this.pause();
    this.cancelling.abort();
  }

  /** Ends the sweep without reports and without writing. */
  abandon(): void {
    this.kept = undefined;
    this.isRunning = false;
    this.pausing.abort();
    this.cancelling.abort();
  }

  /** Reads a table piece by piece. The engine then computes which runs of the sweep are missing. */
  private async readToEnd(study: Study): Promise<void> {
    this.set({ status: 'reading', problems: [], unkept: undefined });
    this.marks = [];
    try {
      const rows = this.rows ?? rowsFor(study.facts);
      if (this.rows === undefined) this.shows(rows);
      this.report();
      while (this.isRunning) {
        const batch = await study.next();
        if (batch === undefined) break;
        rows.addBatch(batch);
        this.report();
      }
      if (!study.isRead) {
        if (this.cancelling.signal.aborted) return;
        this.set({ status: 'paused', runs_per_s: undefined, left_s: undefined });
        return;
      }
      if (rows instanceof SweepRows) {
        this.isRunning = false;
        this.pausing.abort();
        await this.runToEnd();
        return;
      }
      rows.finish();
      this.isRunning = false;
      this.report();
      this.set({ status: 'done', runs_per_s: undefined, left_s: undefined });
    } catch (problem) {
      this.isRunning = false;
      const problems =
        problem instanceof TableFault ? [{ path: study.name, problem: problem.message }] : sceneProblems(problem);
      this.set({ status: 'failed', problems, runs_per_s: undefined, left_s: undefined });
    }
  }

  private async runToEnd(): Promise<void> {
    const { form, scene, machinery } = this;
    this.set({ status: this.isRunning ? 'running' : 'paused', problems: [], unkept: undefined });
    this.marks = [];
    if (this.rows instanceof SummaryRows) return this.set({ status: 'done' });
    let status: SweepState['status'] = 'failed';
    let problems: readonly SceneProblem[] = [];
    try {
      await runSweep({
        connect: machinery.connect,
        // One worker is enough to open the sweep.
        workers: this.isRunning ? machinery.workers : 1,
        // While the stage plays, one core is left for it, because its frames would otherwise wait behind the runs.
        atOnce: () => machinery.workers - (sceneStore.getState().state === 'playing' ? 1 : 0),
        definition: JSON.stringify(definitionOf(form, scene)),
        onOpened: (opened, runner) => this.open(opened, runner),
        onRound: (runner) => this.nextRound(runner),
        onBatch: (batch) => this.add(batch),
        pause: this.pausing.signal,
        cancel: this.cancelling.signal,
      });
      const { rows } = this;
      status = rows instanceof SweepRows && rows.isWhole ? 'done' : hasRows() ? 'paused' : 'empty';
    } catch (problem) {
      problems = sceneProblems(problem);
    }
    this.isRunning = false;
    this.report();
    this.set({ status, problems, runs_per_s: undefined, left_s: undefined });
    // This sweep has failed or stopped before its first row, so the rows on the page are those of an earlier sweep.
    if (this.rows === undefined && hasRows()) this.set({ isStale: true });
    await this.keepNow();
  }

  /** Makes the object that collects the rows, and returns the runs that are still missing, in their order. */
  private async open({ facts, key }: OpenedSweep, runner: SweepRunner): Promise<Iterator<number>> {
    if (facts.tasks > MOST_TASKS) {
      const most = MOST_TASKS.toLocaleString('en');
      const [path, give] = facts.until === undefined ? ['seeds', 'give'] : ['until.at_most', 'may give'];
      const problem = `${give} ${facts.tasks.toLocaleString('en')} runs in total; the page allows at most ${most}, the command line more`;
      throw new SceneRefused([{ path, problem }]);
    }
    const known = this.rows instanceof SweepRows ? this.rows : undefined;
    const rows = known ?? new SweepRows(facts);
    if (known === undefined) await this.remember(rows, key);
    await askForSeeds(rows, runner);
    if (known === undefined) this.shows(rows);
    return missing(rows);
  }

  /** Puts these rows on the page. From now on, reports on progress are about them. */
  private shows(rows: SweepRows | SummaryRows): void {
    this.rows = rows;
    this.watch();
    const ran = { form: this.form, scene: this.scene };
    const { done, version } = rows;
    const most = rows instanceof SweepRows ? mostOf(rows) : undefined;
    const shown = rows instanceof SweepRows ? { rows, summary: undefined } : { rows: undefined, summary: rows };
    this.set({ ...shown, ran, study: this.study, total: this.total, most, done, version, isStale: false });
  }

  /** Total number of runs, as far as it is known. While a table is being read, the number of its rows. */
  private get total(): number {
    const { rows, study } = this;
    return rows instanceof SweepRows && study?.isRead !== false ? rows.total : (study?.rows ?? 0);
  }

  /** The runs of the next round. Undefined if no rule asks for further seeds. */
  private async nextRound(runner: SweepRunner): Promise<Iterator<number> | undefined> {
    const { rows } = this;
    if (!(rows instanceof SweepRows) || rows.facts.until === undefined) return undefined;
    await askForSeeds(rows, runner);
    this.report();
    return rows.isWhole ? undefined : missing(rows);
  }

  /** Reads the rows that the browser has stored for this sweep. */
  private async remember(rows: SweepRows, key: string): Promise<void> {
    const meaning = meaningOf(this.form, this.scene);
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    this.kept = { id, meaning, form: this.form, key, parts: 0, bytes: 0, isRunning: true };
    try {
      const found = (await keptSweeps()).find((one) => one.meaning === meaning);
      if (found === undefined) return;
      if (found.key !== key) {
        // The stored rows are from a version of the engine that gives other results, so they are deleted.
        await forget(found);
        return;
      }
      for (const batch of await batchesOf(found)) rows.addBatch(batch);
      this.kept = { ...found, form: this.form };
    } catch (problem) {
      this.set({ unkept: problemText(problem) });
    }
  }

  private add(batch: SweepBatch): void {
    const { rows } = this;
    if (!(rows instanceof SweepRows)) return;
    const isFirst = rows.done === 0;
    rows.addBatch(batch);
    this.unkept.push(batch);
    this.keepingSoon ??= setTimeout(() => void this.keepNow(), KEEP_MS);
    if (isFirst) this.report();
    else this.reportTimer ??= setTimeout(() => this.report(), REPORT_EVERY_MS);
  }

  private report(): void {
    clearTimeout(this.reportTimer);
    this.reportTimer = undefined;
    const { rows } = this;
    if (rows === undefined) return;
    const at_ms = performance.now();
    this.marks.push({ at_ms, done: rows.done });
    while ((this.marks[1]?.at_ms ?? at_ms) < at_ms - RATE_MS) this.marks.shift();
    const [first] = this.marks;
    const isTimed = first !== undefined && at_ms > first.at_ms && this.isRunning;
    const runs_per_s = isTimed ? ((rows.done - first.done) / (at_ms - first.at_ms)) * 1000 : undefined;
    const { total } = this;
    const left_s = runs_per_s === undefined ? undefined : (total - rows.done) / runs_per_s;
    this.set({ done: rows.done, total, version: rows.version, runs_per_s, left_s });
  }

  /** Writes batches in order. Rows that cannot be stored are reported and kept on the page. */
  private keepNow(): Promise<void> {
    clearTimeout(this.keepingSoon);
    this.keepingSoon = undefined;
    this.keeping = this.keeping.then(async () => {
      const { kept, unkept } = this;
      this.unkept = [];
      if (kept === undefined || this.rows === undefined) return;
      try {
        this.kept = await keep({ ...kept, isRunning: this.isRunning }, unkept);
      } catch (problem) {
        // Rows that were stored before this failure stay stored. After a reload, the page repeats the runs whose rows
        // were not stored.
        this.kept = undefined;
        this.set({ unkept: problemText(problem) });
      }
    });
    return this.keeping;
  }

  /** Marks the displayed rows as outdated as soon as the form or the scene differs from theirs. */
  private watch(): void {
    const meaning = meaningOf(this.form, folded(this.scene));
    const look = (): void => {
      if (present !== this) {
        for (const stop of stops) stop();
        return;
      }
      const { form, isStale } = sweepStore.getState();
      const { scenario } = sceneStore.getState();
      const is = form !== undefined && scenario !== undefined && meaningOf(form, folded(scenario)) !== meaning;
      if (is !== isStale) sweepStore.setState({ isStale: is });
    };
    const stops = [
      sceneStore.subscribe(({ scenario }, before) => scenario !== before.scenario && look()),
      sweepStore.subscribe(({ form }, before) => form !== before.form && look()),
    ];
  }

  private set(news: Partial<SweepState>): void {
    if (present === this) sweepStore.setState(news);
  }
}

function hasRows(): boolean {
  const { rows, summary } = sweepStore.getState();
  return rows !== undefined || summary !== undefined;
}

/** Rows for the runs of a table. If there are too many runs, only their statistics are stored. */
function rowsFor(facts: SweepFacts): SweepRows | SummaryRows {
  return facts.tasks > MOST_TASKS ? new SummaryRows(facts) : new SweepRows(facts);
}

function* missing(rows: SweepRows): Generator<number> {
  for (const task of tasksInOrder(rows.facts, (point) => rows.seedsAt(point))) if (!rows.has(task)) yield task;
}

/** Asks the engine how many seeds each point needs, for the points that may need more. */
async function askForSeeds(rows: SweepRows, runner: SweepRunner): Promise<void> {
  const made = rows.seedsMade();
  if (made !== undefined) rows.addSeeds(made.points, await runner.seedsOf(made));
}

/** The largest number of runs to which a rule may lead. Undefined without a rule. */
function mostOf({ facts }: SweepRows): number | undefined {
  return facts.until === undefined ? undefined : runsOf(facts);
}
