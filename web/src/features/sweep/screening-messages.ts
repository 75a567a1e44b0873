/** Requests to the worker of a screening. Rows and reports cross as the texts that the engine writes. */

export type ScreeningRequest =
  /** Answered with the facts. */
  | { readonly kind: 'open-screening'; readonly definition: string }
  /** Answered with rows. */
  | { readonly kind: 'run-screening'; readonly tasks: Float64Array }
  /** Answered with the report. */
  | { readonly kind: 'add-rows'; readonly rows: string };
