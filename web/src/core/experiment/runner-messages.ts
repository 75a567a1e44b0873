/** Requests for experiments and sweeps to a worker. Jobs and results are strings that only the engine parses. */

import type { SweepRequest } from './sweep-messages';

export type RunnerRequest = ExperimentRequest | SweepRequest;

export type ExperimentRequest =
  | { readonly kind: 'open-experiment'; readonly preset: string }
  | { readonly kind: 'jobs'; readonly seeds: number }
  | { readonly kind: 'run-job'; readonly job: string }
  | { readonly kind: 'add-result'; readonly job: string; readonly result: string }
  | { readonly kind: 'forget' }
  | { readonly kind: 'report' };
