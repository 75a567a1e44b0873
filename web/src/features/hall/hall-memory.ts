/** Poll data that the browser stores: the received codes, and this phone's own answer. */

import { getKept, listOfTexts, putKept } from '../../base/keep';

/** Prefix of the storage key for codes, followed by the question's fragment. */
const CODES = 'chokepoint.hall.codes ';
const OWN = 'chokepoint.hall.own ';

interface OwnAnswer {
  readonly seed: number;
  readonly prediction: number | undefined;
  /** The measured value. Undefined before the run. */
  readonly value: number | undefined;
}

/** Stored codes in order of arrival. They are as untrusted as typed text. */
export function rememberedCodes(fragment: string): readonly string[] {
  return getKept(CODES + fragment, listOfTexts);
}

export function rememberCodes(fragment: string, codes: readonly string[]): void {
  putKept(CODES + fragment, codes.length === 0 ? undefined : codes);
}

/**
 * The stored answer of this phone to a question, with the phone's seed. The seed stays the same however often the page is
 * opened, so that each phone counts as one run.
 */
export function ownAnswer(fragment: string): OwnAnswer | undefined {
  return getKept(OWN + fragment, ownAnswerIn);
}

export function keepOwnAnswer(fragment: string, answer: OwnAnswer): void {
  putKept(OWN + fragment, answer);
}

function ownAnswerIn(kept: unknown): OwnAnswer | undefined {
  if (typeof kept !== 'object' || kept === null || !('seed' in kept) || !Number.isSafeInteger(kept.seed))
    return undefined;
  const { seed, prediction, value } = kept as Record<keyof OwnAnswer, unknown>;
  return { seed: Number(seed), prediction: numberIn(prediction), value: numberIn(value) };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
