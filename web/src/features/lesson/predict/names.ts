/** CSS class of a verdict's word, keyed by the palette's name for the verdict's colour. */
export const VERDICT_CLASS = { good: 'good', early: 'soft', problem: 'wrong', textFaint: 'soft' } as const;
