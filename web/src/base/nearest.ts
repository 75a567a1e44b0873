/** What somebody most likely meant: the known word that takes the fewest changes of letters (Levenshtein). Pure. */

/** Letters that are compared; a stranger's word may be of any length. */
const MOST_COMPARED = 64;

export function nearest(word: string, known: readonly string[]): string | undefined {
  const asked = word.slice(0, MOST_COMPARED).toLowerCase();
  let best: { readonly word: string; readonly far: number } | undefined;
  for (const other of known) {
    const far = distance(asked, other.toLowerCase());
    if (best === undefined || far < best.far) best = { word: other, far };
  }
  return best?.word;
}

/** How many letters must be changed, added or left out. */
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
