/** Verdicts as words and glyphs, so that no meaning depends on colour alone. */

import type { Colours } from '../../base/palette';
import type { ClaimOrigin, ClaimReport, RowApart, RowVerdict } from './report';
import { AGREEMENT_WORDS, AGREEMENTS, APART, ORIGINS } from './verdicts.gen';

export interface VerdictLook {
  readonly glyph: string;
  readonly word: string;
  readonly meaning: string;
  readonly colour: keyof Colours & ('good' | 'early' | 'problem' | 'textFaint');
}

export const ROW_VERDICTS: Readonly<Record<RowVerdict, VerdictLook>> = {
  number: {
    ...{ glyph: '✓', word: AGREEMENT_WORDS.number, colour: 'good' },
    meaning: AGREEMENTS.number,
  },
  order: {
    ...{ glyph: '≈', word: AGREEMENT_WORDS.order, colour: 'early' },
    meaning: AGREEMENTS.order,
  },
  neither: {
    ...{ glyph: '≠', word: AGREEMENT_WORDS.neither, colour: 'problem' },
    meaning: AGREEMENTS.neither,
  },
};

/**
 * Word and glyph of a reproduced value that is counted separately, because most other disciplines reproduce it as well,
 * or because a parameter was fitted to it.
 */
export const APART_VERDICTS: Readonly<Record<RowApart, VerdictLook>> = {
  common: {
    ...ROW_VERDICTS.number,
    word: `${AGREEMENT_WORDS.number}, like most`,
    colour: 'textFaint',
    meaning: APART.common,
  },
  fitted: { ...ROW_VERDICTS.number, word: 'fitted', colour: 'textFaint', meaning: APART.fitted },
};

/** Words for the sources of a claim: the document, theory, or this project. */
export const CLAIM_ORIGINS: Readonly<Record<ClaimOrigin, { readonly word: string; readonly meaning: string }>> = {
  document: { word: 'from the document', meaning: ORIGINS.document },
  theory: { word: 'from theory', meaning: ORIGINS.theory },
  ours: { word: 'ours', meaning: ORIGINS.ours },
};

export const CLAIM_VERDICTS: Readonly<Record<ClaimReport['verdict'], VerdictLook>> = {
  holds: { glyph: '✓', word: 'holds', colour: 'good', meaning: 'Our runs support it.' },
  fails: { glyph: '✕', word: 'does not hold', colour: 'problem', meaning: 'Our runs contradict it.' },
  undecided: { glyph: '?', word: 'undecided', colour: 'textFaint', meaning: 'Our runs do not decide it.' },
};

/** Word and glyph of a claim that a picture or a formula, not a number, shows. */
export const TO_BE_SEEN: VerdictLook = {
  ...{ glyph: '◦', word: 'to be seen', colour: 'textFaint' },
  meaning: 'No number can judge this claim; a picture or a formula shows it.',
};

export const OUTLOOKS: Readonly<Record<ClaimReport['outlook'], string>> = {
  holds: 'expected to hold',
  open: 'open',
  fails: 'expected not to hold',
};
