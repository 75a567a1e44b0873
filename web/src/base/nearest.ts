/**
 * Guesses which known word a mistyped word was meant to be: the one with the smallest edit distance (Levenshtein).
 * Pure.
 */

/** Number of characters of a word that are compared. The limit is needed because the input may have any length. */
const MOST_COMPARED = 64;

export function nearest(word: string, known: readonly string[]): string | undefined {
  return nearestWord(word, known)?.word;
}

/**
 * The nearest known word if at least half of its letters are unchanged. Otherwise undefined: a match would be
 * coincidence.
 */
export function mistyped(word: string, known: readonly string[]): string | undefined {
  const best = nearestWord(word, known);
  return best !== undefined && best.far * 2 <= Math.max(word.length, best.word.length) ? best.word : undefined;
}

interface Near {
  readonly word: string;
  /** Number of edits between the two words. */
  readonly far: number;
}

function nearestWord(word: string, known: readonly string[]): Near | undefined {
  const asked = word.slice(0, MOST_COMPARED).toLowerCase();
  let best: Near | undefined;
  for (const other of known) {
    const far = distance(asked, other.toLowerCase());
    if (best === undefined || far < best.far) best = { word: other, far };
  }
  return best;
}

/** The number of characters to change, add or remove to turn `from` into `to`. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
