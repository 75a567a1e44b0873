// Writes how far the engine agrees with the values and statements printed in papers and other documents: a section of
// docs/fidelity.md, and a page for each document in docs/fidelity/. All counts and verdicts, and the sentences that
// explain them, come from `chokepoint reproduce --json`. The values measured for a figure are also stored beside the
// figure's declaration, where the page reads them.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, isEntryPoint, main, root, run } from '../commands.mjs';
import { number, table } from './tables.mjs';

const IN_SHORT = '## The papers, in short';
const FOLDER = join(root, 'docs', 'fidelity');

/**
 * The printed word for each kind of agreement, as in `Agreement::word` in crates/core/engine/src/experiment/agree.rs.
 */
const WORDS = { number: 'same value', order: 'same ranking', neither: 'neither' };

/** Runs the presets of every document, writes the page of each document, and returns the section on all documents. */
export async function documentSection() {
  await run('cargo', ['build', '--release', '--package', 'chokepoint-cli']);
  return sectionOf(ask(join(root, 'target', 'release', 'chokepoint'), ['reproduce', ...documents(), '--json']));
}

/** Writes the pages and returns the section, from the output of `chokepoint reproduce --json`. */
export function sectionOf(written) {
  const reports = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const totals = reports.pop();
  for (const figure of totals.figures) writeFigure(figure);
  writePages(reports, totals);
  return inShort(totals);
}

/** The text `old` of docs/fidelity.md with its last section replaced by `section`. */
export function withSection(old, section) {
  const at = old.indexOf(`\n${IN_SHORT}\n`) + 1;
  if (at === 0) throw new Error(`docs/fidelity.md has no "${IN_SHORT}"`);
  return `${old.slice(0, at)}${section}\n`;
}

async function rewriteDocuments() {
  const file = join(root, 'docs', 'fidelity.md');
  writeFileSync(file, withSection(readFileSync(file, 'utf8'), await documentSection()));
}

/** Ids of the documents, in preset order. `characters`, the id of the lab's own scenes, is excluded. */
function documents() {
  const folder = join(root, 'presets');
  const presets = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const heads = presets.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  heads.sort((one, other) => one.order - other.order);
  const ids = heads.map(({ document }) => document.id);
  return [...new Set(ids)].filter((id) => id !== 'characters');
}

function inShort({ summary: { in_words }, documents: all }) {
  const rows = all.map(({ id, title, summary }) => [
    `[${title}](fidelity/${id}.md)`,
    ...(summary.printed > 0
      ? [
          summary.facts - summary.common - summary.fitted,
          ...[summary.number, summary.order, summary.neither, summary.undecided, summary.common, summary.fitted],
        ]
      : Array(7).fill('–')),
  ]);
  return [
    IN_SHORT,
    'Each document has a page, scene by scene, with every printed value beside ours, every claim, and the assumptions behind the verdicts.',
    table(
      ['document', 'facts', 'same value', 'same ranking', 'neither', 'cannot tell', 'apart: common', 'fitted'],
      rows,
    ),
    asList(in_words),
  ].join('\n\n');
}

/** Writes a page for each document, and removes the old pages. */
function writePages(reports, { meanings, documents: all }) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  for (const { id } of all) writeFileSync(join(FOLDER, `${id}.md`), `${page(id, reports, meanings)}\n`);
}

function page(id, reports, meanings) {
  const own = reports.map((report) => ({ report, preset: presetOf(report.preset) }));
  const scenes = own.filter(({ preset }) => preset.document.id === id);
  const [{ preset: first }] = scenes;
  return [
    `# ${first.document.title}`,
    '<!-- Written by `npm run fidelity`; do not edit. -->',
    `${first.document.citation}. [Summary of all comparisons](../fidelity.md), [figures and
tables of the document in the lab](../coverage.md).`,
    scenes.map(({ report }) => `- [${report.title}](#${anchor(heading(report))})`).join('\n'),
    '## How to read this page',
    legend(meanings),
    ...scenes.map(({ report, preset }) => section(report, preset)),
  ].join('\n\n');
}

function presetOf(id) {
  return JSON.parse(readFileSync(join(root, 'presets', `${id}.json`), 'utf8'));
}

function legend(meanings) {
  return `- *Same value*: ${meanings.number}
- *Same ranking*: ${meanings.order}
- *Neither*: ${meanings.neither}
- A dash: our runs do not decide, or there is nothing to rank. They do not decide if the printed value differs by more than 10 % but lies in the range of
  single runs of ours, or if our mean is not known to 10 %.
- *Common*: ${meanings.common}
- *Fitted*: ${meanings.fitted}
- A fact that is printed twice, or both as loss and as throughput, counts once, with the worst of its verdicts.
- A claim is a statement of the document, of theory (a formula of the document or of the literature), or of ours about a scene of ours.
- *ns-2*: ${meanings['ns-2']}
- Values are in the unit of the first column; (!) marks a printed value with a caution, which is below its table.
- Below each scene are the assumptions behind its verdicts: values that the document does not state, and differences of the scene from the document. I-01
  and so on number contradictions and impossible statements of the document.`;
}

function heading({ title, preset }) {
  return `${title} (\`${preset}\`)`;
}

/** The anchor that GitHub and similar hosts make from a heading. */
function anchor(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function section(report, { assumptions, inconsistencies = [] }) {
  const rows = report.rows.filter((row) => row.published?.length > 0 && row.ours);
  const values = rows.map((row) => [
    row.unit ? `${row.name}, ${row.unit}` : row.name,
    row.lane,
    row.published.map(({ value, caution }) => `${number(value)}${caution ? ' (!)' : ''}`).join(', '),
    row.reference ? number(row.reference.mean) : '–',
    `${number(row.ours.mean)} ± ${number(row.ours.half_width)}`,
    [WORDS[row.verdict] ?? '–', factor(row), row.apart].filter(Boolean).join(', '),
  ]);
  const claims = report.claims.map(({ id, origin, text, verdict, measured, figures, reason }) => [
    id,
    origin,
    text,
    measured ? verdict : 'to be seen',
    [figures, reason].filter(Boolean).join('; '),
  ]);
  return [
    `## ${heading(report)}`,
    asList(report.summary.in_words),
    values.length > 0 ? table(['quantity', 'discipline', 'printed', 'ns-2', 'ours', 'verdict'], values) : '',
    asList(cautions(rows).join('\n')),
    claims.length > 0 ? table(['', 'of', 'claim', 'verdict', 'figures and reason'], claims) : '',
    `Assumptions behind the verdicts:\n\n${asList(assumptions.join('\n'))}`,
    inconsistencies.length > 0
      ? `Contradictions in the document:\n\n${asList(inconsistencies.map(({ id, text }) => `${id}: ${text}`).join('\n'))}`
      : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Number of digits to which a mean and the ends of its interval are rounded. A drawn curve cannot show that many. */
const DIGITS = 6;

/** Writes the measured values of a figure as JSON, with one line per lane, so that diffs are easy to read. */
export function writeFigure({ curves, ...head }) {
  const short = (key, value) =>
    key === 'mean' || key === 'interval'
      ? JSON.parse(JSON.stringify(value), (_, it) => (typeof it === 'number' ? Number(it.toPrecision(DIGITS)) : it))
      : value;
  const lines = (items, indent) => items.map((item) => `${indent}${JSON.stringify(item, short)}`).join(',\n');
  const ofCurve = ({ lanes, ...about }) =>
    `    ${JSON.stringify(about).slice(0, -1)},"lanes":[\n${lines(lanes, '      ')}\n    ]}`;
  const text = `${JSON.stringify(head).slice(0, -1)},"curves":[\n${curves.map(ofCurve).join(',\n')}\n]}\n`;
  writeFileSync(join(root, 'presets', 'figures', 'measured', `${head.id}.json`), text);
}

/**
 * For a value that agrees only in the ranking, our mean relative to the printed value, for example "0.07 times the
 * printed value".
 */
function factor({ verdict, published: [printed], ours }) {
  return verdict === 'order' && printed.value !== 0
    ? `${number(ours.mean / printed.value)} times the printed value`
    : '';
}

/** Each caution once, with its values. */
function cautions(rows) {
  const of = new Map();
  for (const { name, lane, published } of rows)
    for (const { caution } of published)
      if (caution) of.set(caution, [...new Set([...(of.get(caution) ?? []), `${name} of ${lane}`])]);
  return [...of].map(([caution, values]) => `(!) ${values.join(', ')}: ${caution}`);
}

function asList(sentences) {
  return sentences
    .split('\n')
    .filter(Boolean)
    .map((sentence) => `- ${sentence}`)
    .join('\n');
}

if (isEntryPoint(import.meta.url)) main(rewriteDocuments);
