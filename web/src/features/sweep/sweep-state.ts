/** The requested sweep, and its results. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SceneProblem } from '../../core/border/client';
import type { Scenario } from '../../core/border/scenario';
import type { Study } from './study/study';
import type { SummaryRows } from './study/summary-rows';
import type { SweepForm } from './sweep-form';
import type { SweepRows } from './sweep-rows';

export interface SweepState {
  /** The form. Undefined until the panel opens or a link contains a form. */
  readonly form: SweepForm | undefined;
  /** `reading`: runs are read from a file. */
  readonly status: 'empty' | 'running' | 'reading' | 'paused' | 'done' | 'failed';
  /** Number of finished runs, and number of all runs. */
  readonly done: number;
  readonly total: number;
  /**
   * Largest number of runs to which the rule for further seeds may lead. Undefined without a rule; with one, `total` is
   * the number known so far.
   */
  readonly most: number | undefined;
  /** Runs per second and remaining time. Undefined while they are unknown. */
  readonly runs_per_s: number | undefined;
  readonly left_s: number | undefined;
  readonly rows: SweepRows | undefined;
  /** The statistics of a table whose runs do not fit in memory. Either this or `rows` is undefined. */
  readonly summary: SummaryRows | undefined;
  /** The file table from which the rows come. Undefined if all rows come from runs on the page. */
  readonly study: Study | undefined;
  /** The form and the scene from which the rows were computed. */
  readonly ran: { readonly form: SweepForm; readonly scene: Scenario } | undefined;
  /**
   * Version of the rows at the last progress report to the page. The page draws again at each report, a few times a
   * second.
   */
  readonly version: number;
  /** The reasons why the sweep could not start, or failed. Earlier rows are kept. */
  readonly problems: readonly SceneProblem[];
  /** The reason why the browser cannot store the rows for a later visit. Undefined if it can. */
  readonly unkept: string | undefined;
  /** True if the form or the scene has changed since the rows were computed. */
  readonly isStale: boolean;
}

export const sweepStore = createStore<SweepState>(() => ({
  form: undefined,
  status: 'empty',
  done: 0,
  total: 0,
  most: undefined,
  runs_per_s: undefined,
  left_s: undefined,
  rows: undefined,
  summary: undefined,
  study: undefined,
  ran: undefined,
  version: 0,
  problems: [],
  unkept: undefined,
  isStale: false,
}));

export function useSweep<T>(select: (state: SweepState) => T): T {
  return useStore(sweepStore, select);
}

export function setForm(form: SweepForm): void {
  sweepStore.setState({ form });
}
