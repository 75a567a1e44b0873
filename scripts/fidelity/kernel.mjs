// Writes the section of docs/fidelity.md on Linux's kernel in virtual time. `node scripts/fidelity/kernel.mjs` measures
// and writes only this section. Given a file, it reads the test's output from that file instead (CHOKEPOINT_REFERENCE,
// CHOKEPOINT_CASES=linux).

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntryPoint, main, root } from '../commands.mjs';
import { distance, explains, measured, read, readReasons } from './pairs.mjs';
import { number, table } from './tables.mjs';

const document = join(root, 'docs', 'fidelity.md');
const FIRST_LINE = "## Against Linux's kernel in virtual time";
const NEXT_PART = '## Against real Linux';

/**
 * The section of docs/fidelity.md that compares the engine with Linux's kernel. `file` has the output of an earlier
 * comparison; without `file`, the comparison is run.
 */
export async function kernelSection(file) {
  const cargo = ['test', '--release', '-p', 'chokepoint-engine', '--test', 'main', 'reference::the_engine_agrees'];
  return text(file ? read(file) : await measured(cargo, { CHOKEPOINT_CASES: 'linux' }), readReasons());
}

function text({ pairs: all, sharpness }, reasons) {
  const pairs = all.filter(({ simulator, headline }) => simulator === 'Linux' && headline);
  const beyond = sharpness.Linux.beyond[1];
  const outside = pairs.filter(({ holds }) => !holds);
  return `${FIRST_LINE}

${new Set(pairs.map(({ case: id }) => id)).size} cases that Linux 6.12.117 ran, its own net/sched and TCP in user-mode Linux with a virtual clock
(\`crates/core/engine/tests/reference/linux/README.md\`). The engine runs them with the profile \`linux\` and with the set of parameters named Linux of each discipline, under at
least ten seeds. A pair is a case and one quantity of performance: utilization, mean queue, both fairness indices, UDP's share, or the share
of a congestion control. A pair *holds* by the rule above: 7 %, or two standard errors. No setting of the engine is tuned towards a case.

${table(
  ['discipline in Linux', 'pairs', 'hold', 'beyond 4 standard errors'],
  rows(pairs, ({ kind }) => kind.replace('linux/', '')),
)}

${table(
  ['congestion control', 'pairs', 'hold', 'beyond 4 standard errors'],
  rows(pairs, ({ case: id }) => senders(id)),
)}

Together with counters and deviations there are ${sharpness.Linux.pairs} comparisons; ${percent(beyond.share)} of them are beyond 4 standard errors; chance alone would give
${percent(beyond.by_chance)}. The runs of one case differ so little that 1 % is often more than 4 standard errors.

### Pairs with Linux that do not hold

${table(
  ['case', 'quantity', 'ours', 'Linux', 'standard errors', 'cause'],
  outside.map((pair) => [
    `\`${pair.case.replace('linux/', '')}\``,
    `\`${pair.metric}\``,
    number(pair.ours[0]),
    number(pair.theirs[0]),
    distance(pair).toFixed(1),
    reasons.find((reason) => explains(reason, pair))?.title ?? 'not found',
  ]),
)}

### Evidence of this reference and of the router

| | Linux's kernel in virtual time | \`chokepoint-router\` on real hosts |
| --- | --- | --- |
| senders | Linux's | Linux's |
| discipline | Linux's | the engine's, on real packets |
| clock | virtual: a run repeats bit for bit | the machine's: runs differ |
| evidence for | senders and disciplines of the engine behave like those of Linux | a discipline of the engine works on real traffic |
| no evidence for | CHOKeD, gCHOKe and other disciplines that Linux does not have | the equality with Linux's own discipline |
`;
}

function senders(id) {
  const scene = id.split('/')[1];
  if (scene.startsWith('mix-')) return scene.slice(4).replace('-', ' and ');
  return ['bbr', 'cubic', 'vegas', 'dctcp'].find((control) => scene.includes(control)) ?? 'reno';
}

function rows(pairs, key) {
  const groups = [...new Set(pairs.map(key))].sort();
  return [...groups.map((group) => [`\`${group}\``, pairs.filter((pair) => key(pair) === group)]), ['all', pairs]].map(
    ([name, members]) => [
      name,
      members.length,
      percent(members.filter(({ holds }) => holds).length / members.length),
      percent(
        members.filter(({ errors, vague }) => !vague && errors !== null && Math.abs(errors) > 4).length /
          members.length,
      ),
    ],
  );
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

async function replacePart() {
  const before = readFileSync(document, 'utf8');
  const end = before.indexOf(NEXT_PART);
  const start = before.includes(FIRST_LINE) ? before.indexOf(FIRST_LINE) : end;
  if (end < 0) throw new Error(`${document} has no part "${NEXT_PART}"`);
  const part = await kernelSection(process.argv[2]);
  writeFileSync(document, `${before.slice(0, start)}${part}\n${before.slice(end)}`);
}

if (isEntryPoint(import.meta.url)) main(replacePart);
