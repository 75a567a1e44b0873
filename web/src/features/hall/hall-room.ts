/**
 * The state of an audience poll. A phone's code contains the seed of the phone's run and the measured value. The page
 * checks a code by running the scene under the same seed, and stores the codes in this browser. The page also runs the
 * scene under further seeds.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { problemText } from '../../base/problem-text';
import type { Sample } from '../../core/experiment/report';
import type { Connect } from '../../core/experiment/runner';
import {
  grouped,
  type HallAnswer,
  questionFingerprint,
  readCode,
  valueOfStep,
  valueStep,
} from '../../core/lesson/hall-code';
import type { HallQuestion } from '../../core/lesson/hall-question';
import { csvCell } from '../../core/save/csv-cell';
import { rememberCodes, rememberedCodes } from './hall-memory';
import { type HallRun, HallRuns } from './hall-runs';

/** Number of the page's own seeds, counted from 1. */
export const OWN_SEEDS = 100;

export interface Heard extends HallAnswer {
  readonly code: string;
  /** The measured value of the phone's run, as contained in the code. */
  readonly value: number;
  /**
   * `not-confirmed`: the engine computes another value under this seed. `unknown`: the scene could not be run under the
   * seed.
   */
  readonly state: 'waiting' | 'confirmed' | 'not-confirmed' | 'unknown';
  readonly run: HallRun | undefined;
}

/** The answers and runs that the poll displays, and the means computed from them. */
export interface Shown {
  /** The confirmed answers. */
  readonly answers: readonly Heard[];
  readonly ownRuns: readonly HallRun[];
  /** Mean and interval of the answers, and of the page's own seeds. */
  readonly ofHall: Sample | undefined;
  readonly ofOwn: Sample | undefined;
}

export interface HallRoomState {
  readonly heard: readonly Heard[];
  readonly ownRuns: readonly HallRun[];
  /** The displayed answers and runs with their means. It may lack the newest runs, until their means are computed. */
  readonly shown: Shown;
  /** The reason why no more seeds can be run. */
  readonly problem: string | undefined;
}

export const NOTHING_SHOWN: Shown = { answers: [], ownRuns: [], ofHall: undefined, ofOwn: undefined };

const NOTHING: HallRoomState = { heard: [], ownRuns: [], shown: NOTHING_SHOWN, problem: undefined };

/** What happened to an entered code, in words. */
interface Taken {
  readonly isTaken: boolean;
  readonly words: string;
}

export class HallRoom {
  readonly store: StoreApi<HallRoomState> = createStore<HallRoomState>(() => NOTHING);
  /** The runs. Undefined while the poll is closed. */
  private runs: HallRuns | undefined;
  private readonly fingerprint: number;
  private isRunningOwn = false;
  private summarising: Promise<void> | undefined;
  private isStale = false;

  /** `workers` is the number of simultaneous runs. */
  constructor(
    readonly question: HallQuestion,
    private readonly connect: Connect,
    private readonly workers = 1,
  ) {
    this.fingerprint = questionFingerprint(question.fragment);
  }

  /** Opens the poll with the codes received earlier. */
  open(): void {
    this.runs = new HallRuns(this.question, this.connect, this.workers);
    this.isRunningOwn = false;
    this.store.setState(NOTHING, true);
    for (const code of rememberedCodes(this.question.fragment)) this.take(code);
  }

  close(): void {
    this.runs?.close();
    this.runs = undefined;
  }

  /** Handles a code that was typed, pasted or scanned. */
  take(text: string): Taken {
    const read = readCode(text, this.fingerprint, this.question.answer);
    if (read.kind === 'refused') return { isTaken: false, words: read.why };
    const { answer } = read;
    const { heard } = this.store.getState();
    if (heard.some(({ seed }) => seed === answer.seed))
      return { isTaken: false, words: 'This answer is already in: each phone counts once.' };
    const code = grouped(text.toUpperCase().replace(/[^0-9A-Z]/g, ''));
    const value = valueOfStep(answer.step, this.question.answer);
    this.setHeard([...heard, { ...answer, code, value, state: 'waiting', run: undefined }]);
    void this.check(answer);
    return { isTaken: true, words: `Collected: ${heard.length + 1} ${heard.length === 0 ? 'answer' : 'answers'}.` };
  }

  remove(seed: number): void {
    this.setHeard(this.store.getState().heard.filter((one) => one.seed !== seed));
    void this.summarise();
  }

  clear(): void {
    this.setHeard([]);
    void this.summarise();
  }

  /** Runs the scene once under each of the page's own seeds. */
  runOwn(): void {
    const { runs } = this;
    if (this.isRunningOwn || runs === undefined) return;
    this.isRunningOwn = true;
    for (let seed = 1; seed <= OWN_SEEDS; seed += 1) {
      runs.run(seed).then(
        (run) => {
          if (this.runs !== runs) return;
          this.store.setState(({ ownRuns }) => ({ ownRuns: [...ownRuns, run] }));
          void this.summarise();
        },
        (problem: unknown) => this.reportProblem(problem, runs),
      );
    }
  }

  /** Runs the scene again under a seed. The engine is deterministic, so the same scene and seed give the same value. */
  private async check({ seed, step }: HallAnswer): Promise<void> {
    const { runs } = this;
    if (runs === undefined) return;
    const change = (news: Pick<Heard, 'state' | 'run'>): void =>
      this.store.setState(({ heard }) => ({
        heard: heard.map((one) => (one.seed === seed ? { ...one, ...news } : one)),
      }));
    try {
      const run = await runs.run(seed, { isUrgent: true });
      const isSame = valueStep(run.value, this.question.answer) === step;
      change({ state: isSame ? 'confirmed' : 'not-confirmed', run });
      void this.summarise();
    } catch (problem) {
      if (this.runs === runs) change({ state: 'unknown', run: undefined });
      this.reportProblem(problem, runs);
    }
  }

  /**
   * Recomputes the mean of the answers and the mean of the page's own runs. Only one computation runs at a time, over
   * the answers and runs present when it starts. If more arrive meanwhile, another computation follows.
   */
  private summarise(): Promise<void> {
    this.isStale = true;
    this.summarising ??= this.keepSummarising().finally(() => {
      this.summarising = undefined;
    });
    return this.summarising;
  }

  private async keepSummarising(): Promise<void> {
    const { runs } = this;
    try {
      while (this.isStale && runs !== undefined && this.runs === runs) {
        this.isStale = false;
        const { heard, ownRuns } = this.store.getState();
        const answers = confirmed(heard);
        const ofHall = await runs.summary(answers.flatMap(({ run }) => run ?? []));
        const ofOwn = await runs.summary(ownRuns);
        if (this.runs === runs) this.store.setState({ shown: { answers, ownRuns, ofHall, ofOwn } });
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_SUMMARIES_MS));
      }
    } catch (problem) {
      // If there is no summary, the runs are shown without means.
      const { heard, ownRuns } = this.store.getState();
      if (this.runs === runs) this.store.setState({ shown: { ...NOTHING_SHOWN, answers: confirmed(heard), ownRuns } });
      this.reportProblem(problem, runs);
    }
  }

  private setHeard(heard: readonly Heard[]): void {
    this.store.setState({ heard });
    rememberCodes(
      this.question.fragment,
      heard.map(({ code }) => code),
    );
  }

  private reportProblem(problem: unknown, runs: HallRuns | undefined): void {
    // A run that ended because the poll was closed is not a problem.
    if (this.runs !== runs) return;
    this.store.setState({ problem: problemText(problem) });
  }
}

const BETWEEN_SUMMARIES_MS = 300;

export function confirmed(heard: readonly Heard[]): readonly Heard[] {
  return heard.filter(({ state }) => state === 'confirmed');
}

/** The confirmed answers, and those whose seed has not been run yet. */
export function accepted(heard: readonly Heard[]): readonly Heard[] {
  return heard.filter(({ state }) => state === 'confirmed' || state === 'waiting');
}

/** A CSV file with one line per answer (RFC 4180). */
export function csvOf({ fragment, answer }: HallQuestion, heard: readonly Heard[], address: string): string {
  const words = (place: number): string =>
    answer.kind === 'choice' ? (answer.options[Math.round(place)] ?? 'none') : String(place);
  const rows = heard.map(({ code, seed, prediction, value, run, state }) => [
    code,
    seed,
    prediction === undefined ? '' : words(prediction),
    words(run?.value ?? value),
    state,
    answer.kind === 'choice' ? '' : answer.metric,
    answer.kind === 'choice' ? '' : answer.lane,
    fragment === '' ? '' : address,
  ]);
  const head = ['code', 'seed', 'prediction', 'value', 'state', 'metric', 'lane', 'address'];
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
