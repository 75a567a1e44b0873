// Writes docs/fidelity.md: how far the engine agrees with real ns-2, and what of the papers comes out. Everything in it is
// measured when this runs; the reasons are written by hand in engine/tests/reference/reasons.json. The part about the papers alone:
// node scripts/fidelity/documents.mjs

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isEntryPoint, main, root, run } from './commands.mjs';
import { documentSections } from './fidelity/documents.mjs';
import { number, table } from './fidelity/tables.mjs';

const document = join(root, 'docs', 'fidelity.md');
const reasonsFile = join(root, 'engine', 'tests', 'reference', 'reasons.json');

export async function writeFidelity() {
  const folder = mkdtempSync(join(tmpdir(), 'fidelity-'));
  const file = join(folder, 'pairs.json');
  try {
    const cargo = ['test', '--workspace', '--test', 'main', 'reference::', '--', '--nocapture'];
    await run('cargo', cargo, { env: { ...process.env, CHOKEPOINT_REFERENCE: file } });
    const { pairs, left_out: leftOut } = JSON.parse(readFileSync(file, 'utf8'));
    const sections = await documentSections();
    const reasons = JSON.parse(readFileSync(reasonsFile, 'utf8'));
    writeFileSync(document, text(pairs, leftOut, reasons, sections));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function text(pairs, leftOut, reasons, { short, papers }) {
  const held = pairs.filter(({ holds }) => holds);
  const headlines = pairs.filter(({ headline }) => headline);
  const heldHeadlines = headlines.filter(({ holds }) => holds);
  return `# How true is it?

Written by \`npm run fidelity\`; do not edit. The reasons stand in \`engine/tests/reference/reasons.json\`.

${short}

## Against ns-2

${new Set(pairs.map(({ case: id }) => id)).size} scenes that real ns-2 2.35 ran (\`engine/tests/reference/ns2/README.md\`) run here with as many seeds of our own. A *pair* is
a scene, a stretch of the run and a quantity. It holds when the two means differ by at most 7 % of ns-2's or by two standard
errors of their difference, whichever is more. Nothing in the engine is tuned towards a scene.

**Of ${pairs.length} pairs ${percent(held.length, pairs.length)} hold; of the ${headlines.length} that say how a scheme performs (rates, fairness, loss, queue, delay)
${percent(heldHeadlines.length, headlines.length)}.** Two means of the same distribution are further apart than two standard errors in 5 % of all pairs, so some are
outside by chance alone wherever chance moves a mean by more than 7 %.

${breakdown('scenes', pairs, ({ kind }) => kind)}

${breakdown('quantity', pairs, ({ metric }) => metric)}

### What does not hold, and why

${reasons.map((reason) => explained(reason, pairs)).join('\n\n')}

${rest(pairs, reasons)}

### What the engine cannot express yet

${table(
  ['scenes', 'reason'],
  [...count(leftOut, ([, reason]) => reason)].map(([reason, scenes]) => [scenes, reason]),
)}

${papers}
`;
}

function breakdown(title, pairs, key) {
  const groups = [...new Set(pairs.map(key))].sort();
  const rows = groups.map((group) => {
    const members = pairs.filter((pair) => key(pair) === group);
    return [`\`${group}\``, members.length, percent(members.filter(({ holds }) => holds).length, members.length)];
  });
  return table([title, 'pairs', 'hold'], rows);
}

function explained(reason, pairs) {
  const about = outside(pairs).filter((pair) => explains(reason, pair));
  return `#### ${reason.title}

${about.length} pairs (\`${reason.cases.join('`, `')}\`; \`${reason.metrics.join('`, `')}\`). ${reason.reason}

Evidence: ${reason.evidence}

${examples(about)}`;
}

function rest(pairs, reasons) {
  const left = outside(pairs).filter((pair) => !reasons.some((reason) => explains(reason, pair)));
  return `#### Without one of these causes

${left.length} pairs (${percent(left.length, pairs.length)} of all) are outside, most of them by chance; the furthest of them:

${examples(left)}`;
}

function examples(pairs) {
  const furthest = [...pairs].sort((a, b) => distance(b) - distance(a)).slice(0, 6);
  if (furthest.length === 0) return '';
  const rows = furthest.map((pair) => [
    `\`${pair.case}\``,
    `\`${pair.metric}\`${pair.window === 'full' ? '' : `, ${pair.window}`}`,
    number(pair.ours[0]),
    number(pair.ns2[0]),
    distance(pair).toFixed(1),
  ]);
  return table(['scene', 'quantity', 'ours', 'ns-2', 'standard errors'], rows);
}

const outside = (pairs) => pairs.filter(({ holds }) => !holds);
const distance = ({ ours, ns2 }) => Math.abs(ours[0] - ns2[0]) / Math.hypot(ours[1], ns2[1], 1e-12);

function explains(reason, pair) {
  const like = (patterns, value) => patterns.some((pattern) => asExpression(pattern).test(value));
  return like(reason.cases, pair.case) && like(reason.metrics, pair.metric);
}

function asExpression(pattern) {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`);
}

function count(items, key) {
  const counts = new Map();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function percent(part, whole) {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

if (isEntryPoint(import.meta.url)) main(writeFidelity);
