/** The browser's memory of polls, where it is allowed: the codes that came in, and this phone's own answer. */

import { getKept, listOfTexts, putKept } from '../../base/keep';

/** The key of codes, followed by the fragment of the question. */
const CODES = 'chokepoint.hall.codes ';
const OWN = 'chokepoint.hall.own ';

interface OwnAnswer {
  readonly seed: number;
  readonly prediction: number | undefined;
  /** Undefined until it was run. */
  readonly value: number | undefined;
}

/** As they came in; to be trusted no more than typed text. */
export function rememberedCodes(fragment: string): readonly string[] {
  return getKept(CODES + fragment, listOfTexts);
}

export function rememberCodes(fragment: string, codes: readonly string[]): void {
  putKept(CODES + fragment, codes.length === 0 ? undefined : codes);
}

/** A phone has one seed a question, however often its page is opened. */
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
