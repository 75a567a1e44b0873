/** Requests to the worker of a screening. Rows and reports are passed on as the texts that the engine wrote. */

export type ScreeningRequest =
  /** Opens a screening. The answer has its facts. */
  | { readonly kind: 'open-screening'; readonly definition: string }
  /** Makes runs. The answer has their rows. */
  | { readonly kind: 'run-screening'; readonly tasks: Float64Array }
  /** Adds rows. The answer is the report on all rows so far. */
  | { readonly kind: 'add-rows'; readonly rows: string };
