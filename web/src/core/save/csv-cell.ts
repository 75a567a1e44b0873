/**
 * A cell of a CSV file. Pure. Spreadsheets evaluate cells that look like formulas, and a name may come from an
 * untrusted scene. A cell that looks like a formula therefore gets a leading apostrophe: here, in `chokepoint sweep`
 * and in the Python package (`docs/formats.md`).
 */

/** A cell as defined in RFC 4180. Numbers and booleans are not changed. */
export function csvCell(value: string | number | boolean): string {
  const text = typeof value === 'string' && isComputed(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * JSON for a comment line. Spreadsheets split such a line at commas and semicolons, so a separator before a formula is
 * escaped.
 */
export function jsonWithoutFormulas(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replaceAll(/[,;](?=\s*[=+\-@＝＋－＠])/g, (separator) => (separator === ',' ? '\\u002c' : '\\u003b')),
  );
}

/**
 * True if the text looks like a formula, alone or after apostrophes. In both cases `csvCell` adds an apostrophe, so a
 * program that removes one apostrophe restores the text.
 */
function isComputed(text: string): boolean {
  if (/^'*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return false;
  return /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text);
}
