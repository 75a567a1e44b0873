/**
 * Runs a question under any seed: once on a phone, and on the lecturer's page for every code and for the page's own
 * seeds.
 */

import { EngineLost } from '../../core/border/rpc';
import type { Job, Report, Sample } from '../../core/experiment/report';
import type { Connect, Runner } from '../../core/experiment/runner';
import { type HallQuestion, NO_OPTION } from '../../core/lesson/hall-question';

/** The result under one seed. */
export interface HallRun {
  readonly seed: number;
  /** The value. For a choice, the index of the option that holds. */
  readonly value: number;
  /** The engine's results, from which it computes means and intervals. */
  readonly results: readonly { readonly job: Job; readonly result: string }[];
}

interface Wanted {
  readonly seed: number;
  readonly done: (run: HallRun) => void;
  readonly failed: (problem: unknown) => void;
}

export class HallRuns {
  private readonly waiting: Wanted[] = [];
  private readonly closing = new AbortController();
  private working = 0;
  private judge: Promise<Runner> | undefined;
  /**
   * The last requested summary. The next summary waits for it, since one worker computes all summaries, one at a time.
   */
  private judging: Promise<unknown> = Promise.resolve();

  /** `workers` is the number of simultaneous runs. */
  constructor(
    private readonly question: HallQuestion,
    private readonly connect: Connect,
    private readonly workers = 1,
  ) {}

  /** Runs the question under a seed. Urgent runs go first. */
  run(seed: number, { isUrgent = false } = {}): Promise<HallRun> {
    return new Promise((done, failed) => {
      if (this.closing.signal.aborted) return failed(new EngineLost('it was closed'));
      const wanted = { seed, done, failed };
      if (isUrgent) this.waiting.unshift(wanted);
      else this.waiting.push(wanted);
      if (this.working < this.workers) void this.work();
    });
  }

  /** Mean and 95 % interval, computed by the engine. Undefined without runs, and for a choice. */
  summary(runs: readonly HallRun[]): Promise<Sample | undefined> {
    const asked = this.judging.then(async () => {
      if (runs.length === 0 || this.question.answer.kind === 'choice') return undefined;
      this.judge ??= this.opened();
      const judge = await this.judge;
      await judge.forget();
      for (const { results } of runs) for (const { job, result } of results) await judge.add(job, result);
      return rowOf(this.question, await judge.report())?.ours;
    });
    this.judging = asked.catch(() => undefined);
    return asked;
  }

  /** Ends the workers. */
  close(): void {
    this.closing.abort();
    for (const { failed } of this.waiting.splice(0)) failed(new EngineLost('it was closed'));
  }

  private async opened(): Promise<Runner> {
    const runner = await this.connect(this.closing.signal);
    await runner.open(this.question.experiment);
    return runner;
  }

  /** One worker's loop: takes one run after another while there are any. */
  private async work(): Promise<void> {
    this.working += 1;
    let runner: Runner | undefined;
    try {
      for (let wanted = this.waiting.shift(); wanted !== undefined; wanted = this.waiting.shift()) {
        try {
          runner ??= await this.opened();
          wanted.done(await runOn(runner, this.question, wanted.seed));
        } catch (problem) {
          if (problem instanceof EngineLost) runner = undefined;
          wanted.failed(problem);
        }
      }
    } finally {
      runner?.close();
      this.working -= 1;
    }
  }
}

async function runOn(runner: Runner, question: HallQuestion, seed: number): Promise<HallRun> {
  await runner.forget();
  const results: { readonly job: Job; readonly result: string }[] = [];
  const jobs = await runner.jobs(1);
  // The report has a row for each lane even before the first run, and their order gives the lane's index.
  const lane = placeOfLane(question, await runner.report());
  for (const { lane: place, point } of jobs) {
    if (lane !== undefined && (place !== lane || point !== question.point)) continue;
    const job = { lane: place, point, seed };
    const result = await runner.run(job);
    await runner.add(job, result);
    results.push({ job, result });
  }
  return { seed, value: valueIn(question, await runner.report()), results };
}

/** Index of the question's lane in the report. Undefined if the question needs all lanes. */
function placeOfLane({ answer }: HallQuestion, report: Report): number | undefined {
  if (answer.kind === 'choice') return undefined;
  const ofPoint = report.rows.filter(
    ({ metric, point }) => metric === answer.metric && JSON.stringify(point) === JSON.stringify(report.rows[0]?.point),
  );
  const place = ofPoint.findIndex(({ lane }) => lane === answer.lane);
  if (place < 0) throw new Error(`the experiment measures no ${answer.metric} of ${answer.lane}`);
  return place;
}

function valueIn(question: HallQuestion, report: Report): number {
  const { answer } = question;
  if (answer.kind === 'choice') {
    const holding = answer.options.flatMap((_, place) =>
      report.claims.find(({ id }) => id === `O${place + 1}`)?.verdict === 'holds' ? [place] : [],
    );
    return holding.length === 1 ? (holding[0] ?? NO_OPTION) : NO_OPTION;
  }
  const value = rowOf(question, report)?.ours?.mean;
  if (value === undefined) throw new Error(`this run has no value for ${answer.name}`);
  return value;
}

/** The report's row for the question's metric and lane. Only this lane was run, at the question's point. */
function rowOf({ answer }: HallQuestion, report: Report): Report['rows'][number] | undefined {
  if (answer.kind === 'choice') return undefined;
  return report.rows.find(
    ({ metric, lane, ours }) => metric === answer.metric && lane === answer.lane && ours !== undefined,
  );
}
