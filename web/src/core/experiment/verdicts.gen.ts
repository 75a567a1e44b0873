// Generated from the engine's declarations by `npm run generate`; do not edit.

/** How ours agrees with a published value. */
export const AGREEMENTS = {
  number: "Our mean lies within 10 % of the printed value; for a loss or a fairness index above one half, 1 minus the value is compared.",
  order: "Further off than 10 %, and outside the 95 % prediction interval of one run of ours; but the schemes rank as printed.",
  neither: "Further off than both, and the schemes do not rank as printed, or there is nothing to rank.",
} as const;

/** The same in a word. */
export const AGREEMENT_WORDS = {
  number: "same value",
  order: "same ranking",
  neither: "neither",
} as const;

/** Why a value that comes out is counted apart. */
export const APART = {
  common: "At least half of the other schemes of the scene come to the printed value as well.",
  fitted: "A parameter of ours was fitted to the printed value.",
} as const;

/** Who states a claim. */
export const ORIGINS = {
  document: "The document states it, in its text, a table or a figure.",
  theory: "A formula of the document or of the literature gives it.",
  ours: "We state it, of a scene of ours.",
} as const;

/** What ns-2 is beside a discipline that it does not bring along. */
export const PLUG_IN = "Of CHOKe, its relatives and PerNEWQUE, \"ns-2\" is ns-2 with a plug-in written from the paper: link, TCP and RED are ns-2's own, the discipline is a second reading of the paper and not the authors' code.";
