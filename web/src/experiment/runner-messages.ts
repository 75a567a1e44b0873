/** What page and runner say to each other. Jobs and results cross as the texts that the engine reads and writes. */

export type RunnerRequest =
  /** The first one: the runner, compiled once for all workers. */
  | { readonly kind: 'load'; readonly module: WebAssembly.Module }
  | { readonly kind: 'open'; readonly preset: string }
  | { readonly kind: 'jobs'; readonly seeds: number }
  | { readonly kind: 'run'; readonly job: string }
  | { readonly kind: 'add'; readonly job: string; readonly result: string }
  | { readonly kind: 'forget' }
  | { readonly kind: 'report' };

export interface NumberedRunnerRequest {
  readonly number: number;
  readonly request: RunnerRequest;
}

export type RunnerAnswer =
  | { readonly number: number; readonly kind: 'done'; readonly value?: string | undefined }
  /** What was asked for cannot be had; the worker goes on. */
  | { readonly number: number; readonly kind: 'refused'; readonly reason: string }
  | { readonly number: number; readonly kind: 'lost'; readonly reason: string };
