/** Text of the engine as Markdown: nothing in it is a mark, a tag or an expression, but for code in backticks. */

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

/** As it is typed. */
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

/** A table of words, which a phone shows row by row; nothing where it would have no rows. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`;
  const lines = [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
  return ['<div class="stacks">', lines.join('\n'), '</div>'].join('\n\n');
}

/** The head of a cell's column, where the heads are not shown. */
export function onPhone(head: string): string {
  return `<span class="on-phone">${head}</span> `;
}

export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}
