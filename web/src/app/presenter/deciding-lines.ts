/** Selects the pseudo-code lines that the presenter shows for a decision. Pure. */

import type { CodeDisplay } from '../../core/explain/explain-model';

/** The deciding line and the lines executed before it, at most `most` in all, with their common indentation removed. */
export function decidingLines(code: readonly CodeDisplay[], most: number): readonly CodeDisplay[] {
  const ran = code.filter(({ didRun }) => didRun);
  const decided = ran.findLastIndex(({ outcome }) => outcome !== undefined);
  const end = decided < 0 ? ran.length : decided + 1;
  const lines = ran.slice(Math.max(0, end - most), end);
  const least = Math.min(...lines.map(({ indent }) => indent));
  return lines.map((line) => ({ ...line, indent: line.indent - least }));
}
