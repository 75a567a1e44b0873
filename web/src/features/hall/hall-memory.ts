/** What this browser keeps of halls, where it is allowed to: the codes that came in, and what this phone answered itself. */

/** By the fragment of the question. */
const CODES = 'chokepoint.hall.codes ';
const OWN = 'chokepoint.hall.own ';

interface OwnAnswer {
  readonly seed: number;
  readonly prediction: number | undefined;
  /** Undefined until it was run. */
  readonly value: number | undefined;
}

/** As they came in; not to be trusted more than what somebody types. */
export function rememberedCodes(fragment: string): readonly string[] {
  const kept = read(CODES + fragment);
  return Array.isArray(kept) ? kept.filter((code) => typeof code === 'string') : [];
}

export function rememberCodes(fragment: string, codes: readonly string[]): void {
  write(CODES + fragment, codes.length === 0 ? undefined : codes);
}

/** A phone has one seed a question, however often its page is opened. */
export function ownAnswer(fragment: string): OwnAnswer | undefined {
  const kept = read(OWN + fragment);
  if (typeof kept !== 'object' || kept === null || !('seed' in kept) || !Number.isSafeInteger(kept.seed))
    return undefined;
  const { seed, prediction, value } = kept as Record<keyof OwnAnswer, unknown>;
  return { seed: Number(seed), prediction: numberIn(prediction), value: numberIn(value) };
}

export function keepOwnAnswer(fragment: string, answer: OwnAnswer): void {
  write(OWN + fragment, answer);
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Not allowed here, or full: it is known until the page is closed.
  }
}
