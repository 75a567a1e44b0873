/** What the worker of experiments and sweeps is asked. Jobs and results cross as the texts that the engine reads and writes. */

import type { SweepRequest } from '../sweep/sweep-messages';

export type RunnerRequest = ExperimentRequest | SweepRequest;

export type ExperimentRequest =
  | { readonly kind: 'open'; readonly preset: string }
  | { readonly kind: 'jobs'; readonly seeds: number }
  | { readonly kind: 'run'; readonly job: string }
  | { readonly kind: 'add'; readonly job: string; readonly result: string }
  | { readonly kind: 'forget' }
  | { readonly kind: 'report' };
