/** Verdicts in words and glyphs: colour is never the only cue. */

import type { Colours } from '../base/palette';
import type { ClaimReport, RowVerdict } from './report';

export interface VerdictLook {
  readonly glyph: string;
  readonly word: string;
  readonly meaning: string;
  readonly colour: keyof Colours & ('good' | 'early' | 'problem' | 'textFaint');
}

export const ROW_VERDICTS: Readonly<Record<RowVerdict, VerdictLook>> = {
  number: {
    ...{ glyph: '✓', word: 'agrees', colour: 'good' },
    meaning: 'The published value lies within 10 % of ours, or within our 95 % interval.',
  },
  order: {
    ...{ glyph: '≈', word: 'same order', colour: 'early' },
    meaning: 'The value is another one, but the lanes rank as in the paper.',
  },
  neither: {
    ...{ glyph: '≠', word: 'differs', colour: 'problem' },
    meaning: 'Neither the value nor the ranking of the lanes comes out.',
  },
};

export const CLAIM_VERDICTS: Readonly<Record<ClaimReport['verdict'], VerdictLook>> = {
  holds: { glyph: '✓', word: 'holds', colour: 'good', meaning: 'Our runs show it.' },
  fails: { glyph: '✕', word: 'does not hold', colour: 'problem', meaning: 'Our runs show the contrary.' },
  undecided: { glyph: '?', word: 'not yet decidable', colour: 'textFaint', meaning: 'Our runs cannot tell.' },
};

/** Of a claim that no number can judge. */
export const TO_BE_SEEN: VerdictLook = {
  ...{ glyph: '◦', word: 'to be seen', colour: 'textFaint' },
  meaning: 'A picture or a formula shows it, not a number.',
};

export const OUTLOOKS: Readonly<Record<ClaimReport['outlook'], string>> = {
  holds: 'expected to hold',
  open: 'open',
  fails: 'expected not to hold',
};
