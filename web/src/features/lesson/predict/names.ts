/** CSS class for the colour of a verdict's word, by the colour's name in the palette. */
export const VERDICT_CLASS = { good: 'good', early: 'soft', problem: 'wrong', textFaint: 'soft' } as const;
