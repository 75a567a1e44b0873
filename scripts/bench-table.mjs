// Prints tables in the format of docs/performance.md.

/** Prints rows. The keys of a row are the column headings. */
export function table(title, rows) {
  console.log(`\n${title}`);
  const columns = Object.keys(rows[0]);
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padStart(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => `${'-'.repeat(width - 1)}:`).join(' | ')} |`;
  console.log([line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n'));
}

function shown(value) {
  if (typeof value !== 'number') return String(value);
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toPrecision(3);
}
