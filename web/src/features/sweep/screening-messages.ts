/** Requests to the worker of a screening. Rows and reports are passed as the engine's texts. */

export type ScreeningRequest =
  /** Answered with the facts of the screening. */
  | { readonly kind: 'open-screening'; readonly definition: string }
  /** Answered with rows. */
  | { readonly kind: 'run-screening'; readonly tasks: Float64Array }
  /** Answered with the report on all rows so far. */
  | { readonly kind: 'add-rows'; readonly rows: string };
