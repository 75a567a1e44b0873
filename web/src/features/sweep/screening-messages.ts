/** Requests to a screening's worker. Rows and reports are passed on as the strings that the engine wrote. */

export type ScreeningRequest =
  /** Opens a screening. The response describes it (`ScreeningFacts`). */
  | { readonly kind: 'open-screening'; readonly definition: string }
  /** Does runs. The response has their rows. */
  | { readonly kind: 'run-screening'; readonly tasks: Float64Array }
  /** Adds rows. The response is the report on all rows so far. */
  | { readonly kind: 'add-rows'; readonly rows: string };
