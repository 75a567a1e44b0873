/** Requests to the worker of a screening. Rows and reports are passed as the engine's texts. */

export type ScreeningRequest =
  /** Opens a screening; answered with its facts. */
  | { readonly kind: 'open-screening'; readonly definition: string }
  /** Makes runs; answered with rows. */
  | { readonly kind: 'run-screening'; readonly tasks: Float64Array }
  /** Adds rows; answered with the report on all rows so far. */
  | { readonly kind: 'add-rows'; readonly rows: string };
