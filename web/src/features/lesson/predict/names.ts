/** CSS class of a verdict's word. The key is the name that the palette gives to the colour of the verdict. */
export const VERDICT_CLASS = { good: 'good', early: 'soft', problem: 'wrong', textFaint: 'soft' } as const;
