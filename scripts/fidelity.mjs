// Writes docs/fidelity.md: how far the engine agrees with real ns-2 and ns-3, and what of the papers comes out. Everything in it is
// measured when this runs; the reasons are written by hand in engine/tests/reference/reasons.json. The part about the other
// simulators alone: node scripts/fidelity/references.mjs

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, isEntryPoint, main, root, run } from './commands.mjs';
import { referenceSection } from './fidelity/references.mjs';
import { number, table } from './fidelity/tables.mjs';

const document = join(root, 'docs', 'fidelity.md');

export async function writeFidelity() {
  const references = await referenceSection();
  await run('cargo', ['build', '--release']);
  const binary = join(root, 'target', 'release', 'chokepoint');
  const reports = ask(binary, ['reproduce', ...documents(), '--json'])
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  writeFileSync(document, text(references, reports));
}

/** The documents that print values or were claimed about: those of the presets, but for the lab's own scenes. */
function documents() {
  const folder = join(root, 'presets');
  const presets = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const heads = presets.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  heads.sort((one, other) => one.order - other.order);
  const ids = heads.map(({ document }) => document.id);
  return [...new Set(ids)].filter((id) => id !== 'characters');
}

function text(references, reports) {
  return `# How true is it?

Written by \`npm run fidelity\`; do not edit. The reasons stand in \`engine/tests/reference/reasons.json\`.

${references}
## Against the papers

*In number*: the printed value lies within 10 % of ours or within our 95 % confidence interval. *In order*: not in number, but the
schemes rank as printed; *neither*: not even that; a dash: our runs cannot tell, or there is nothing to rank. Claims are statements of
the text, judged by our own runs. Values are in the unit of the first column; (!) marks a printed value that cannot be what it says.

${tally(reports)}

${reports.map(published).join('\n\n')}
`;
}

function tally(reports) {
  const rows = reports.flatMap((report) => report.rows.filter((row) => row.published?.length > 0 && row.ours));
  const values = count(rows, ({ verdict }) => verdict ?? 'cannot be told').map(([word, number]) => `${number} ${word}`);
  const all = reports.flatMap((report) => report.claims);
  const claims = count(all, ({ verdict, measured }) => (measured ? verdict : 'to be seen'));
  return [
    `**Printed values:** ${values.join(', ')}.`,
    `**Claims:** ${claims.map(([word, number]) => `${number} ${word}`).join(', ')}.`,
  ].join(' ');
}

function published(report) {
  const rows = report.rows.filter((row) => row.published?.length > 0 && row.ours);
  const values = rows.map((row) => [
    row.unit ? `${row.name}, ${row.unit}` : row.name,
    row.lane,
    row.published.map(({ value, caution }) => `${number(value)}${caution ? ' (!)' : ''}`).join(', '),
    row.reference ? number(row.reference.mean) : '–',
    `${number(row.ours.mean)} ± ${number(row.ours.half_width)}`,
    row.verdict ?? '–',
  ]);
  const claims = report.claims.map(({ id, text: claim, verdict, measured, figures, reason }) => [
    id,
    claim,
    measured ? verdict : 'to be seen',
    [figures, reason].filter(Boolean).join('; '),
  ]);
  return [
    `### ${report.title} (\`${report.preset}\`)`,
    values.length > 0 ? table(['quantity', 'discipline', 'printed', 'ns-2', 'ours', 'comes out'], values) : '',
    claims.length > 0 ? table(['', 'claim', 'verdict', 'figures and reason'], claims) : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function count(items, key) {
  const counts = new Map();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

if (isEntryPoint(import.meta.url)) main(writeFidelity);
