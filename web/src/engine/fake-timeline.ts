/** Time travel for the fake engine: whatever is asked about the past is answered by running again from the start. */

import type { Scenario, SettingValue } from '../scenario/scenario';
import type {
  Divergence,
  HappeningName,
  HistoryFilter,
  HistoryPage,
  SceneFacts,
  StepDirection,
  StepKind,
} from './client';
import type { FakeRun } from './fake';
import { FAKE_CATALOG } from './fake-catalog';
import { type Frame, Happening, type HistoryColumns, Step } from './frame';

/** Drops that the frame of a moment gone to tells again. */
const DEAD_TOLD = 64;
const NAMES: readonly HappeningName[] = ['admitted', 'dropped-arriving', 'dropped-waiting', 'sent', 'marked'];

export class FakeTimeline {
  private run: FakeRun;
  private furthest_s = 0;
  /** End of the last bucket that was told, and up to where the ones told hold. */
  private told_s = 0;
  private valid_s = 0;
  private isSeek = false;

  constructor(
    private readonly start: (scenario: Scenario) => FakeRun,
    scenario: Scenario,
  ) {
    this.run = start(scenario);
  }

  get current(): Scenario {
    return this.run.current;
  }

  advance(until_s: number, budget_ms: number): this {
    this.run.advance(until_s, budget_ms);
    return this.passed();
  }

  stepDecision(): this {
    this.run.stepDecision();
    return this.passed();
  }

  seek(at_s: number): this {
    return this.goTo((run) => run.advance(at_s));
  }

  seekDecision(serial: number): this {
    return this.goTo((run) => decide(run, (made) => made.serial >= serial));
  }

  seekEvent(event: number): this {
    return this.goTo((run) => decide(run, (made) => made.events >= event));
  }

  step(step: StepKind, direction: StepDirection): boolean {
    const { run } = this;
    if (step.kind === 'second') {
      if (direction === 'forward') this.advance(run.now_s + 1, Number.POSITIVE_INFINITY);
      else this.seek(Math.max(0, run.now_s - 1));
      return true;
    }
    if (direction === 'forward') {
      decide(run, (made) => isMet(made, step));
      this.passed();
      return true;
    }
    const present = run.serial;
    const isBetween = run.now_s > (run.decisions.at(-1)?.[1] ?? run.now_s);
    let last = 0;
    decide(this.again(), (made) => {
      const isBefore = made.serial < present || (isBetween && made.serial === present);
      if (isBefore && isMet(made, step)) last = made.serial;
      return made.serial >= present;
    });
    if (last === 0) return false;
    this.seekDecision(last);
    return true;
  }

  change(path: string, value: SettingValue): void {
    this.run.change(path, value);
    this.furthest_s = this.run.now_s;
    this.told_s = Math.min(this.told_s, this.run.now_s);
    this.valid_s = Math.min(this.valid_s, this.run.now_s);
  }

  facts(): SceneFacts {
    return this.run.facts();
  }

  frame(): Frame {
    const frame = this.run.frame();
    const from = frame.series.time_s.findIndex((end_s) => end_s > this.told_s + 1e-9);
    const series = seriesFrom(frame, from < 0 ? frame.series.time_s.length : from);
    const { furthest_s, isSeek } = this;
    const scalars = { ...frame.scalars, is_seek: isSeek ? 1 : 0, furthest_s, series_valid_until_s: this.valid_s };
    this.told_s = Math.max(this.told_s, series.time_s.at(-1) ?? 0);
    this.valid_s = this.told_s;
    this.isSeek = false;
    return { ...frame, scalars, series };
  }

  history(from_s: number, until_s: number, filter: HistoryFilter, max: number): HistoryPage {
    const run = this.again();
    run.advance(Math.min(until_s, this.furthest_s));
    const kinds = filter.kinds ?? ['dropped-arriving', 'dropped-waiting', 'marked'];
    const { flows } = run.facts();
    const rows = run.happenings.filter(([time_s = 0, kind = 0, flow = 0, , reason = 0, , , event = 0]) => {
      if (time_s < from_s || event <= (filter.after_event ?? 0)) return false;
      const name = NAMES[kind];
      if (name === undefined || !kinds.includes(name)) return false;
      if (filter.flow !== undefined && filter.flow !== flow) return false;
      if (filter.class !== undefined && filter.class !== flows[flow]?.class) return false;
      return filter.reason === undefined || FAKE_CATALOG.reasons[reason]?.id === filter.reason;
    });
    const told = rows.slice(0, max);
    const lastEvent = told.at(-1)?.[7] ?? run.events;
    return {
      rows: columns(told),
      count: rows.length,
      isWhole: told.length === rows.length,
      ended_s: until_s,
      lastEvent,
    };
  }

  private again(): FakeRun {
    return this.start(this.run.facts().scenario);
  }

  private goTo(travel: (run: FakeRun) => unknown): this {
    const run = this.again();
    travel(run);
    this.run = run;
    const isDrop = ([, kind]: readonly number[]): boolean =>
      kind === Happening.droppedArriving || kind === Happening.droppedWaiting;
    run.happenings = run.happenings.filter(isDrop).slice(-DEAD_TOLD);
    run.keepLastDecision();
    this.isSeek = true;
    return this.passed();
  }

  private passed(): this {
    this.furthest_s = Math.max(this.furthest_s, this.run.now_s);
    return this;
  }
}

/** Where two lanes treat a packet differently; `none` if nowhere before `until_s`. */
export function fakeDivergence(
  start: (lane: number) => FakeRun,
  lanes: readonly [number, number],
  until_s: number,
): Divergence | 'none' {
  const [first, second] = [start(lanes[0]), start(lanes[1])];
  for (;;) {
    decide(first, () => true);
    decide(second, () => true);
    const done = [verdict(first), verdict(second)] as const;
    if (first.now_s >= until_s || first.isAtEnd) return 'none';
    if (done[0] === done[1]) continue;
    const { now_s: at_s, serial: decision } = first;
    const text = `At ${at_s.toFixed(3)} s lane ${lanes[0] + 1} ${done[0]}; lane ${lanes[1] + 1} ${done[1]}.`;
    return { at_s, decision, isArrival: true, lanes, done, text };
  }
}

function verdict(run: FakeRun): string {
  const first = run.decisions.at(-1)?.[5] ?? 0;
  const isDropped = run.steps.slice(first).some(([kind]) => kind === Step.drop);
  return isDropped ? 'drops the arrival' : 'admits the arrival';
}

/** Runs from decision to decision until one is the one that is looked for. */
function decide(run: FakeRun, isIt: (run: FakeRun) => boolean): FakeRun {
  while (!run.isAtEnd) {
    run.stepDecision();
    if (isIt(run)) break;
  }
  return run;
}

/** Whether the last decision is of a kind. */
function isMet(run: FakeRun, step: StepKind): boolean {
  const decision = run.decisions.at(-1) ?? [];
  const steps = run.steps.slice(decision[5] ?? 0);
  switch (step.kind) {
    case 'flow':
      return decision[2] === step.flow;
    case 'reason':
      return steps.some(([kind, , reason]) => kind === Step.drop && reason === step.reason);
    case 'drop':
      return steps.some(([kind]) => kind === Step.drop);
    case 'match':
      return steps.some(([kind]) => kind === Step.match);
    default:
      return true;
  }
}

function seriesFrom({ series }: Frame, from: number): Frame['series'] {
  const count = Math.max(1, series.time_s.length);
  const rest = (values: Float64Array): Float64Array => values.slice(from * (values.length / count));
  return {
    time_s: rest(series.time_s),
    queue_mean: rest(series.queue_mean),
    queue_min: rest(series.queue_min),
    queue_max: rest(series.queue_max),
    average_queue: rest(series.average_queue),
    delay_s: rest(series.delay_s),
    jain_index: rest(series.jain_index),
    jain_index_tcp: rest(series.jain_index_tcp),
    class_bps: rest(series.class_bps),
    reasons: rest(series.reasons),
  };
}

function columns(rows: readonly (readonly number[])[]): HistoryColumns {
  const column = (at: number): number[] => rows.map((row) => row[at] ?? Number.NaN);
  return {
    time_s: Float64Array.from(column(0)),
    kind: Uint8Array.from(column(1)),
    flow: Uint32Array.from(column(2)),
    packet: Uint32Array.from(column(3)),
    reason: Uint8Array.from(column(4)),
    place: Int32Array.from(column(5)),
    decision: Uint32Array.from(column(6)),
    event: Float64Array.from(column(7)),
  };
}
