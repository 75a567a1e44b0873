// Writes the section of docs/fidelity.md on ns-2 and ns-3. `node scripts/fidelity/references.mjs` measures and writes
// only this section. Given a file, it reads the test's output from that file instead (CHOKEPOINT_REFERENCE).

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntryPoint, main, root } from '../commands.mjs';
import { distance, explains, measured, read, readReasons } from './pairs.mjs';
import { number, table } from './tables.mjs';

const document = join(root, 'docs', 'fidelity.md');
const evidenceFile = join(root, 'crates', 'apps', 'cli', 'tests', 'evidence.json');
const FIRST_LINE = '## Against ns-2 and ns-3, in short';
const NEXT_PART = '## Against real Linux';
const SIMULATORS = ['ns-2', 'ns-3'];

/** The text of the section, from new measurements or from a file that the test has written. */
export async function referenceSection(file) {
  const cargo = ['test', '--workspace', '--test', 'main', 'reference::', '--', '--nocapture'];
  return text(file ? read(file) : await measured(cargo), readReasons());
}

function text(given, reasons) {
  // Pairs with Linux are not part of this section.
  const result = { ...given, pairs: given.pairs.filter(({ simulator }) => SIMULATORS.includes(simulator)) };
  const by = (simulator) => result.pairs.filter((pair) => pair.simulator === simulator);
  return `${FIRST_LINE}

A *pair* consists of two means over seeds, of another simulator and of ours, for one scene, one part of the run and one quantity. If both
simulators were equal, a known share of the pairs would still differ by more than 4 standard errors, by chance alone. A larger share
is caused by the engine. No setting of the engine is tuned towards a scene.

${headline(result)}

The table counts pairs that vary and whose reference has a standard error of at most a quarter of its value. The share expected by chance is computed from
Student's distribution for the few seeds of some means. Pairs are dependent: two parts of one run, a class and the total, or a mean and its deviation
contain similar information. The intervals (95 %) therefore treat scenes as independent, not pairs, and ${many(result)}

The next table shows the effect of deliberate mistakes. Each mistake is made in every eighth scene of ns-2 that it affects, or else in all scenes of
ns-3, over the whole run with four seeds. The arrow leads from the right scenes to the wrong ones.

${sensitivity(result.wrong)}

A second rule is less strict; by it nearly all pairs hold, and small mistakes are hardly visible. A pair *holds* if the two means differ by at
most 7 % of the other simulator's mean or by two standard errors of their difference, whichever is more. ${SIMULATORS.map((name) => held(name, by(name))).join(' ')}

## Against ns-2

${sceneCount(by('ns-2'))} scenes that real ns-2 2.35 ran (\`crates/core/engine/tests/reference/ns2/README.md\`), run here with at least ten seeds.

${breakdown('scenes', by('ns-2'), ({ kind }) => kind)}

${breakdown('quantity', by('ns-2'), ({ metric }) => metric)}

## Against ns-3

${sceneCount(by('ns-3'))} scenes that real ns-3.37 ran (\`crates/core/engine/tests/reference/ns3/README.md\`). Its TCP differs from that of ns-2, which
the engine follows; drop-tail shows the effect of this difference alone.

${breakdown('scenes', by('ns-3'), ({ kind }) => kind)}

${breakdown('quantity', by('ns-3'), ({ metric }) => metric)}

## Disagreements and their causes

The tests run the commands marked "run by the tests", and fail if a figure differs (\`crates/apps/cli/tests/evidence.rs\`).

${reasons.map((reason) => explained(reason, result.pairs)).join('\n\n')}

${rest(result.pairs, reasons)}

## Pairs that are not judged

A pair also holds, whatever the relative difference, if the two values differ by less than about one packet a run (\`negligible\` in
\`crates/core/engine/tests/reference/metric.rs\`): ${result.pairs.filter(({ negligible }) => negligible).length} pairs hold for this reason alone. A reference whose standard error is above a
quarter of its value is weak evidence. There are ${result.pairs.filter(({ vague }) => vague).length} such pairs, of which ${percent(result.pairs.filter(({ vague, holds }) => vague && holds).length, result.pairs.filter(({ vague }) => vague).length)} hold; of all other pairs, ${percent(
    result.pairs.filter(({ vague, holds }) => !vague && holds).length,
    result.pairs.filter(({ vague }) => !vague).length,
  )} hold.

Some quantities of the references are not compared: counts over the steady part of the run, since our counts begin with the run; the
longest queues; and quantities that the engine does not have.

${table(
  ['quantity', 'scenes'],
  Object.entries(result.not_judged).map(([name, scenes]) => [`\`${name}\``, scenes]),
)}

## References of each discipline

The table lists every registered discipline. A formula or a published bound is listed if the test that checks it names the discipline. Every discipline
is also tested by the laws of \`crates/core/engine/tests\` and by the worked examples in its own file; some disciplines have no other reference.

${withoutWitness(result.held_against)}

${table(['discipline', 'simulators', 'formulas and bounds'], result.held_against.map(heldAgainst))}

## Scenes that the engine cannot express yet

${table(
  ['scenes', 'reason'],
  count(result.left_out, ([, reason]) => reason).map(([reason, scenes]) => [scenes, reason]),
)}
`;
}

const sceneCount = (pairs) => new Set(pairs.map(({ case: id }) => id)).size;

/**
 * The first table. For each simulator, the share of pairs (our mean and the simulator's) that differ by more than 4 and
 * by more than 2 standard errors, and the share expected by chance.
 */
function headline({ sharpness }) {
  const rows = SIMULATORS.map((name) => {
    const [two, four] = sharpness[name].beyond;
    const shares = [four, two].flatMap(({ share, half_width: half, by_chance: chance }) => [
      `${percent(share, 1)} ± ${(100 * half).toFixed(1)}`,
      percent(chance, 1),
    ]);
    return [name, sharpness[name].pairs, ...shares];
  });
  return table(['simulator', 'pairs', 'beyond 4', 'by chance', 'beyond 2', 'by chance'], rows);
}

/** For each simulator, the number of pairs, and the number expected beyond 4 standard errors by chance alone. */
function many({ sharpness }) {
  const parts = SIMULATORS.map((name) => {
    const { pairs, beyond } = sharpness[name];
    return `of ${name}'s ${pairs} comparisons ${Math.round(pairs * beyond[1].by_chance)} are expected beyond 4 by chance alone`;
  });
  return `${parts.join(', ')}.`;
}

function held(name, pairs) {
  const share = (some) => percent(some.filter(({ holds }) => holds).length, some.length);
  const headlines = pairs.filter(({ headline: is }) => is);
  return `Of ${pairs.length} pairs with ${name} ${share(pairs)} hold; of the ${headlines.length} pairs about performance (rates, fairness, loss, queue, delay) ${share(headlines)}.`;
}

function breakdown(title, pairs, key) {
  const groups = [...new Set(pairs.map(key))].sort();
  const rows = groups.map((group) => {
    const members = pairs.filter((pair) => key(pair) === group);
    const scored = members.filter(({ errors, vague }) => errors !== null && !vague);
    return [
      `\`${group}\``,
      members.length,
      scored.length > 0 ? percent(scored.filter(({ errors }) => Math.abs(errors) > 4).length, scored.length) : '–',
      percent(members.filter(({ holds }) => holds).length, members.length),
    ];
  });
  return table([title, 'pairs', 'beyond 4 standard errors', 'hold'], rows);
}

function explained(reason, pairs) {
  const about = outside(pairs).filter((pair) => explains(reason, pair));
  return `### ${reason.title}

${about.length} pairs (\`${reason.cases.join('`, `')}\`; \`${reason.metrics.join('`, `')}\`). ${reason.reason}

${reason.evidence.map(evidenceOf).join('\n\n')}

${examples(about)}`;
}

/** A text of evidence.json by its id, with figures and commands inserted. */
function evidenceOf(id) {
  const { executed, measured_once: once } = read(evidenceFile);
  const single = once.find((it) => it.id === id);
  if (single) return `Measured once, not run by the tests (${single.origin}): ${single.text}`;
  const { text, runs = {}, figures } = executed.find((it) => it.id === id);
  const filled = text.replace(/\{([^}]*)\}/g, (_, name) => figures[name]?.stated ?? `\`${runs[name].command}\``);
  return `Run by the tests: ${filled}`;
}

function rest(pairs, reasons) {
  const left = outside(pairs).filter((pair) => !reasons.some((reason) => explains(reason, pair)));
  return `### Disagreements without one of these causes

${left.length} pairs (${percent(left.length, pairs.length)} of all) do not hold and have none of these causes; some of them are outside by chance. The furthest are:

${examples(left)}`;
}

function examples(pairs) {
  const furthest = [...pairs].sort((a, b) => distance(b) - distance(a)).slice(0, 6);
  if (furthest.length === 0) return '';
  const rows = furthest.map((pair) => [
    `\`${pair.case}\``,
    `\`${pair.metric}\`${pair.window === 'full' ? '' : `, ${pair.window}`}`,
    number(pair.ours[0]),
    number(pair.theirs[0]),
    distance(pair).toFixed(1),
  ]);
  return table(['scene', 'quantity', 'ours', 'theirs', 'standard errors'], rows);
}

function sensitivity(wrong) {
  const four = ({ sharpness }) => percent(sharpness.beyond[1].share, 1);
  const rows = wrong.map((it) => [
    it.what,
    it.scenes,
    it.pairs,
    `${four(it.right)} → ${four(it.wrong)}`,
    `${percent(it.right.holds, 1)} → ${percent(it.wrong.holds, 1)}`,
  ]);
  return table(['mistake', 'scenes', 'pairs', 'beyond 4 standard errors', 'hold'], rows);
}

/** Disciplines whose numbers no source outside this project confirms. */
function withoutWitness(all) {
  const alone = all
    .filter((it) => it['ns-2'] + it['ns-3'] + it.Linux + it.formulas.length === 0)
    .map(({ id }) => `\`${id}\``);
  return `**${alone.length} of ${all.length} have no independent reference: ${alone.join(', ')}.** Their rules follow the sources that their pages name; no other
program, formula or published bound confirms their numbers.`;
}

function heldAgainst({ id, 'ns-2': ns2, is_of_ns2: isOfNs2, 'ns-3': ns3, Linux: linux, formulas }) {
  const simulators = [
    ns2 > 0 && `ns-2 ${isOfNs2 ? 'itself' : 'with a plug-in written from the paper'} (${ns2} scenes)`,
    ns3 > 0 && `ns-3 (${ns3} scenes)`,
    linux > 0 && `Linux's kernel (${linux} cases)`,
  ].filter(Boolean);
  const tests = formulas.map((name) => `\`${name}\``);
  if (simulators.length + tests.length === 0) return [`\`${id}\``, '**laws alone**', ''];
  return [`\`${id}\``, simulators.join(', '), tests.join(', ')];
}

const outside = (pairs) => pairs.filter(({ holds }) => !holds);

function count(items, key) {
  const counts = new Map();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function percent(part, whole) {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

async function replacePart() {
  const before = readFileSync(document, 'utf8');
  const [start, end] = [before.indexOf(FIRST_LINE), before.indexOf(NEXT_PART)];
  if (start < 0 || end < start) throw new Error(`${document} has no part between "${FIRST_LINE}" and "${NEXT_PART}"`);
  const part = await referenceSection(process.argv[2]);
  writeFileSync(document, `${before.slice(0, start)}${part}\n${before.slice(end)}`);
}

if (isEntryPoint(import.meta.url)) main(replacePart);
