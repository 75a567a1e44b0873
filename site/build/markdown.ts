/**
 * Text of the engine escaped for Markdown, so that no character acts as markup, a tag or an expression. Code in
 * backticks stays code.
 */

export function plain(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, place) => (place % 2 === 1 ? code(part) : escaped(part)))
    .join('');
}

function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]|~#!]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('{', '&#123;')
    .replaceAll('}', '&#125;');
}

/** A text as code, with every character unchanged. */
export function code(text: string): string {
  return `<code>${html(text)}</code>`;
}

export function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('{', '&#123;')
    .replaceAll('|', '&#124;');
}

/** A table of texts; empty if it has no rows. On a phone the table is shown row by row. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`;
  const lines = [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
  return ['<div class="stacks">', lines.join('\n'), '</div>'].join('\n\n');
}

/** The column's title, for the start of a cell. Only phones show it, because they hide the header row. */
export function onPhone(head: string): string {
  return `<span class="on-phone">${head}</span> `;
}

export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}
