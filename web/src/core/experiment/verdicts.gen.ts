// Generated from the engine's declarations by `npm run generate`; do not edit.

/** How our value agrees with a published value. */
export const AGREEMENTS = {
  number: "Our mean lies within 10 % of the printed value; for a loss or a fairness index above one half, 1 minus the value is compared.",
  order: "The difference is larger than 10 %, and the printed value is outside the 95 % prediction interval of one of our runs; but the disciplines rank as printed.",
  neither: "The difference exceeds both limits, and the disciplines do not rank as printed, or there is no ranking.",
} as const;

/** The same in a word. */
export const AGREEMENT_WORDS = {
  number: "same value",
  order: "same ranking",
  neither: "neither",
} as const;

/** Why a reproduced value is counted separately. */
export const APART = {
  common: "At least half of the scene's other disciplines give the printed value as well.",
  fitted: "A parameter of ours was fitted to the printed value.",
} as const;

/** Who states a claim. */
export const ORIGINS = {
  document: "The document states the claim, in its text, a table or a figure.",
  theory: "The claim follows from a formula of the document or of the literature.",
  ours: "The claim is our own, about a scene that we defined.",
} as const;

/** The meaning of ns-2 for a discipline that ns-2 itself does not contain. */
export const PLUG_IN = "Of CHOKe, its relatives and PerNEWQUE, \"ns-2\" is ns-2 with a plug-in written from the paper: link, TCP and RED are ns-2's own, the discipline is a second reading of the paper and not the authors' code.";
