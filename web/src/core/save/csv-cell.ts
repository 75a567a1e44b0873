/**
 * A cell of a CSV file. Pure. A spreadsheet computes a cell that begins as a formula, and names in a table may come from a
 * stranger's scene: such a text gets an apostrophe in front. `chokepoint sweep` and the Python package write the same
 * (`docs/formats.md`).
 */

/** RFC 4180; numbers and truth values are not changed. */
export function csvCell(value: string | number | boolean): string {
  const text = typeof value === 'string' && isComputed(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * JSON in a line of comments, which a spreadsheet divides at its commas or semicolons like any other line: one inside a
 * text before a would-be formula is written as its number, which is the same JSON.
 */
export function jsonWithoutFormulas(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replaceAll(/[,;](?=\s*[=+\-@＝＋－＠])/g, (separator) => (separator === ',' ? '\\u002c' : '\\u003b')),
  );
}

/** Apostrophes before it count as if they were not there, so that programs that read the table back can take one away again. */
function isComputed(text: string): boolean {
  if (/^'*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return false;
  return /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text);
}
