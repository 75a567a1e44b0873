// Formats the tables and numbers of docs/fidelity.md.

export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function number(value) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 1000
    ? Math.round(value).toLocaleString('en')
    : Number(value.toPrecision(size < 1e-3 ? 2 : 4)).toString();
}
