// `npm test`: runs every `test:*` of package.json to its end, and prints a summary as the last line.
//
//   npm test                      all steps, shortened where a step can be, in two sequences side by side
//   npm test -- web e2e           only these steps
//   npm run test:thorough         all steps in full: every seed, every scene, a million inputs
//
// Most steps keep one core busy, so two sequences use two cores. The output of a step appears when the step ends, so
// that the outputs of the sequences do not mix. The last step uses all cores, so it runs alone, and its output is shown
// at once.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { main, Problem, root, runForStatus, runQuietly } from './commands.mjs';
import { setUp } from './set-up.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// The first sequence compiles native code; the second compiles WebAssembly and tests the page, so neither waits for the
// other's build lock. Only `wasm` also needs native programs, which the first sequence has compiled by then.
const sideBySide = [
  ['format', 'lint', 'engine', 'fuzz', 'reference', 'python'],
  ['types', 'web', 'size', 'wasm'],
];
// This step needs the built page and uses all cores, so it runs alone.
const alone = ['e2e'];
/** The exit status of a step whose requirements this machine does not meet. */
const LEFT_OUT = 77;
/** The page tests that passed only on retry, written by `e2e/support/second-tries.ts`. */
const secondTries = join(root, 'e2e', 'results', 'second-tries.json');
const SIGNS = { passed: '✓', 'left out': '–', FAILED: '✗' };

main(async () => {
  const options = process.argv.slice(2);
  const isThorough = options.includes('--thorough');
  const names = options.filter((option) => option !== '--thorough');
  const isChosen = choose(names);
  if (isThorough) process.env.CHOKEPOINT_THOROUGH = '1';
  console.log('Chokepoint: checking what is installed');
  await setUp({ forTests: true });

  rmSync(secondTries, { force: true });
  const begin = performance.now();
  const results = [];
  await Promise.all(
    sideBySide.map(async (lane) => {
      for (const step of lane.filter(isChosen)) {
        const result = await timed(step, runQuietly);
        results.push(result);
        announce(result);
        process.stdout.write(result.output);
      }
    }),
  );
  for (const step of alone.filter(isChosen)) {
    console.log(`\n━━ ${step} ━━`);
    const result = await timed(step, async (...command) => ({ status: await runForStatus(...command), output: '' }));
    results.push(result);
    announce(result);
  }
  summarise(results, (performance.now() - begin) / 1000);
});

/** Selects the requested steps. Throws on an unknown name, and if package.json and this file list different steps. */
function choose(names) {
  const all = Object.keys(scripts)
    .filter((name) => name.startsWith('test:') && name !== 'test:thorough')
    .map((name) => name.slice('test:'.length));
  const placed = [...sideBySide.flat(), ...alone];
  const odd = [...all.filter((name) => !placed.includes(name)), ...placed.filter((name) => !all.includes(name))];
  if (odd.length > 0) throw new Problem(`package.json and scripts/test.mjs differ about ${odd.join(', ')}.`);
  const wanted = names.map((name) => name.replace(/^test:/, ''));
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Problem(`There is no ${unknown}; there are ${all.join(', ')}.`);
  return (name) => wanted.length === 0 || wanted.includes(name);
}

async function timed(step, runStep) {
  const begin = performance.now();
  // The steps' commands are written for a shell, with the search path of `npm run`.
  const programs = join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };
  const { status, output } = await runStep(scripts[`test:${step}`], [], { shell: true, env });
  const outcome = status === 0 ? 'passed' : status === LEFT_OUT ? 'left out' : 'FAILED';
  return { step, outcome, seconds: (performance.now() - begin) / 1000, output };
}

function announce({ step, outcome, seconds }) {
  console.log(`\n━━ ${step}: ${outcome} in ${seconds.toFixed(1)} s ━━`);
}

function summarise(results, seconds) {
  const width = Math.max(...results.map(({ step }) => step.length));
  console.log('\n━━ all steps ━━');
  for (const { step, outcome, seconds } of results) {
    const left = outcome === 'left out' ? '  LEFT OUT: see above what is missing' : '';
    console.log(`  ${SIGNS[outcome]} ${step.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s${left}`);
  }
  console.log(`    ${'together'.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s`);
  printSecondTries();
  const count = (wanted) => results.filter(({ outcome }) => outcome === wanted).length;
  const [passed, failed, left] = [count('passed'), count('FAILED'), count('left out')];
  // CI reads this last line.
  console.log(`\n${passed} passed, ${failed} failed${left > 0 ? `, ${left} left out` : ''}`);
  if (failed > 0) process.exitCode = 1;
}

/** Prints the tests that passed in CI only on retry. Each of them is flaky and needs fixing. */
function printSecondTries() {
  if (!existsSync(secondTries)) return;
  console.log('\n━━ faults that a second try hid: mend them ━━');
  for (const { test, problem, trace } of JSON.parse(readFileSync(secondTries, 'utf8')))
    console.log(`  ✗ ${test}\n      ${problem}\n      npx playwright show-trace ${trace}`);
}
