/** A discipline's rule in a few words: the first clause of its `idea`. Pure. */

/** Maximum number of characters that fit in the three lines of a row. */
const MOST = 92;

export function ruleInShort(idea: string): string {
  const [clause = idea] = idea.split(/[:;.](?:\s|$)/, 1);
  if (clause.length <= MOST) return clause;
  const comma = clause.lastIndexOf(',', MOST);
  if (comma > 0) return clause.slice(0, comma);
  return `${clause.slice(0, clause.lastIndexOf(' ', MOST - 1))}…`;
}
