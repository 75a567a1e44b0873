/** The looks of verdicts. */

/** The class that gives a verdict's word its colour, by the name of the colour in the palette. */
export const VERDICT_CLASS = { good: 'good', early: 'soft', problem: 'wrong', textFaint: 'soft' } as const;
