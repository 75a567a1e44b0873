// The part of docs/fidelity.md about ns-2 and ns-3. `node scripts/fidelity/references.mjs` measures and writes only
// this part. With a file as argument it reads the test's output from that file (CHOKEPOINT_REFERENCE).

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

/** The text of the part, measured now or read from a file of the test. */
export async function referenceSection(file) {
  const cargo = ['test', '--workspace', '--test', 'main', 'reference::', '--', '--nocapture'];
  return text(file ? read(file) : await measured(cargo), readReasons());
}

function text(given, reasons) {
  // Pairs with Linux are not part of this section.
  const result = { ...given, pairs: given.pairs.filter(({ simulator }) => SIMULATORS.includes(simulator)) };
  const by = (simulator) => result.pairs.filter((pair) => pair.simulator === simulator);
  return `${FIRST_LINE}

A *pair* is a scene, a stretch of the run and a quantity: two means over seeds, of another simulator and of ours. If both simulated
the same, chance alone would put a known share of the pairs beyond 4 standard errors of their difference; what is more is
ours. Nothing in the engine is tuned towards a scene.

${headline(result)}

Pairs whose reference is known to a quarter of its value or better and that vary at all. Chance is Student's, with the few seeds that some means rest
on. Pairs are dependent: two stretches of one run, a class and the total, a mean and its deviation say much the same, so the intervals
(95 %) count scenes as independent, not pairs, and ${many(result)}

What this would be if something were wrong: scenes made wrong on purpose, every eighth of ns-2's that the mistake touches or else all of
ns-3's, over the whole run with four seeds; beside them the same scenes as they should be.

${sensitivity(result.wrong)}

The blunter rule, by which nearly everything holds and small mistakes hardly show: a pair *holds* when the two means differ by at
most 7 % of the other simulator's or by two standard errors of their difference, whichever is more. ${SIMULATORS.map((name) => held(name, by(name))).join(' ')}

## Against ns-2

${sceneCount(by('ns-2'))} scenes that real ns-2 2.35 ran (\`crates/core/engine/tests/reference/ns2/README.md\`), run here with at least ten seeds.

${breakdown('scenes', by('ns-2'), ({ kind }) => kind)}

${breakdown('quantity', by('ns-2'), ({ metric }) => metric)}

## Against ns-3

${sceneCount(by('ns-3'))} scenes that real ns-3.37 ran (\`crates/core/engine/tests/reference/ns3/README.md\`). Its TCP is another program than ns-2's, which ours
follows; drop-tail shows what that alone makes.

${breakdown('scenes', by('ns-3'), ({ kind }) => kind)}

${breakdown('quantity', by('ns-3'), ({ metric }) => metric)}

## What does not hold, and why

What is "run by the tests" fails there when a figure no longer comes out (\`crates/apps/cli/tests/evidence.rs\`).

${reasons.map((reason) => explained(reason, result.pairs)).join('\n\n')}

${rest(result.pairs, reasons)}

## What is not judged

Differences of less than a packet or so a run (\`negligible\` in \`crates/core/engine/tests/reference/metric.rs\`) hold whatever their size beside the value:
${result.pairs.filter(({ negligible }) => negligible).length} pairs hold for that alone. A reference whose standard error is above a quarter of its value says little: ${result.pairs.filter(({ vague }) => vague).length}
pairs, of which ${percent(result.pairs.filter(({ vague, holds }) => vague && holds).length, result.pairs.filter(({ vague }) => vague).length)} hold; without them ${percent(
    result.pairs.filter(({ vague, holds }) => !vague && holds).length,
    result.pairs.filter(({ vague }) => !vague).length,
  )} of all. What the references measured and nothing of ours is held against: counts in
the steady stretch, since ours run from the start; largest queues; and what has no equal here.

${table(
  ['quantity', 'scenes'],
  Object.entries(result.not_judged).map(([name, scenes]) => [`\`${name}\``, scenes]),
)}

## What each discipline is held against

Counted over the registry. A formula or a published bound counts where a test of the engine names the discipline. Every discipline
is held to the laws of \`crates/core/engine/tests\` and to the worked examples in its own file, and where nothing else stands, to nothing more.

${withoutWitness(result.held_against)}

${table(['discipline', 'simulators', 'formulas and bounds'], result.held_against.map(heldAgainst))}

## What the engine cannot express yet

${table(
  ['scenes', 'reason'],
  count(result.left_out, ([, reason]) => reason).map(([reason, scenes]) => [scenes, reason]),
)}
`;
}

const sceneCount = (pairs) => new Set(pairs.map(({ case: id }) => id)).size;

/**
 * The first sentence, by the strictest rule: the number of pairs beyond 4 and 2 standard errors, and the number
 * expected by chance.
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

/** The number of pairs of each simulator, and how many chance alone would put beyond 4 standard errors. */
function many({ sharpness }) {
  const parts = SIMULATORS.map((name) => {
    const { pairs, beyond } = sharpness[name];
    return `of ${name}'s ${pairs} comparisons chance alone would put ${Math.round(pairs * beyond[1].by_chance)} beyond 4`;
  });
  return `${parts.join(', ')}.`;
}

function held(name, pairs) {
  const share = (some) => percent(some.filter(({ holds }) => holds).length, some.length);
  const headlines = pairs.filter(({ headline: is }) => is);
  return `Of ${pairs.length} pairs with ${name} ${share(pairs)} hold, of the ${headlines.length} that say how a scheme performs (rates, fairness, loss, queue, delay) ${share(headlines)}.`;
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
  return `### Without one of these causes

${left.length} pairs (${percent(left.length, pairs.length)} of all) are outside, some of them by chance; the furthest of them:

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
  return `**${alone.length} of ${all.length} have no witness outside: ${alone.join(', ')}.** Their rules are read from the sources that their pages name; no other
program, formula or published bound says whether their numbers are right.`;
}

function heldAgainst({ id, 'ns-2': ns2, is_of_ns2: isOfNs2, 'ns-3': ns3, Linux: linux, formulas }) {
  const simulators = [
    ns2 > 0 && `ns-2 ${isOfNs2 ? 'itself' : 'with a plug-in written from the paper'} (${ns2} scenes)`,
    ns3 > 0 && `ns-3 (${ns3} scenes)`,
    linux > 0 && `Linux's kernel (${linux} cases)`,
  ].filter(Boolean);
  const tests = formulas.map((name) => `\`${name}\``);
  if (simulators.length + tests.length === 0) return [`\`${id}\``, '**nothing but laws**', ''];
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
