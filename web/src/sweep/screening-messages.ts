/** What the worker of a screening is asked. Rows and reports cross as the texts that the engine writes. */

export type ScreeningRequest =
  /** Answered with the facts. */
  | { readonly kind: 'open'; readonly definition: string }
  /** Answered with rows. */
  | { readonly kind: 'run'; readonly tasks: Float64Array }
  /** Answered with the report. */
  | { readonly kind: 'add'; readonly rows: string };
