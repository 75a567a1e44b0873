/** What the worker of an experiment is asked. Jobs and results cross as the texts that the engine reads and writes. */

export type RunnerRequest =
  | { readonly kind: 'open'; readonly preset: string }
  | { readonly kind: 'jobs'; readonly seeds: number }
  | { readonly kind: 'run'; readonly job: string }
  | { readonly kind: 'add'; readonly job: string; readonly result: string }
  | { readonly kind: 'forget' }
  | { readonly kind: 'report' };
