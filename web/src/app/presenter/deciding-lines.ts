/** The few lines of pseudo-code that a presenter shows of a decision. Pure. */

import type { CodeDisplay } from '../../core/explain/explain-model';

/** The line on which it was decided and those that ran before it, `most` in all, indented as little as that allows. */
export function decidingLines(code: readonly CodeDisplay[], most: number): readonly CodeDisplay[] {
  const ran = code.filter(({ didRun }) => didRun);
  const decided = ran.findLastIndex(({ verdict }) => verdict !== undefined);
  const end = decided < 0 ? ran.length : decided + 1;
  const lines = ran.slice(Math.max(0, end - most), end);
  const least = Math.min(...lines.map(({ indent }) => indent));
  return lines.map((line) => ({ ...line, indent: line.indent - least }));
}
