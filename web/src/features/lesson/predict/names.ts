/** CSS class for the text of a verdict, by the verdict's colour name in the palette. */
export const VERDICT_CLASS = { good: 'good', early: 'soft', problem: 'wrong', textFaint: 'soft' } as const;
