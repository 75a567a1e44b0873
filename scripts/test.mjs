// `npm test`: every `test:*` of package.json, in that order, each one to its end, and the sum as the last line.
//
//   npm test                  all of them
//   npm test -- web e2e       only these

import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { main, Problem, root, runForStatus } from './commands.mjs';
import { setUp } from './set-up.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

main(async () => {
  const names = process.argv.slice(2);
  const steps = chosenSteps(names);
  // Who asks for a step by name gets all of it.
  if (names.length === 0) process.env.CHOKEPOINT_SHORT = 'yes';
  console.log('Chokepoint: looking at what is there');
  await setUp({ forTests: true });

  const results = [];
  for (const [index, step] of steps.entries()) {
    console.log(`\n━━ ${step} (${index + 1} of ${steps.length}) ━━`);
    results.push(await timed(step));
  }
  summarise(results);
});

function chosenSteps(names) {
  const all = Object.keys(scripts).filter((name) => name.startsWith('test:'));
  if (names.length === 0) return all;
  const wanted = names.map((name) => (name.startsWith('test:') ? name : `test:${name}`));
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Problem(`There is no ${unknown}; there are ${all.join(', ')}.`);
  return all.filter((name) => wanted.includes(name));
}

async function timed(step) {
  const begin = performance.now();
  // A shell, because the steps are written for one; the path is what `npm run` would give them.
  const programs = join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };
  const status = await runForStatus(scripts[step], [], { shell: true, env });
  return { step, passed: status === 0, seconds: (performance.now() - begin) / 1000 };
}

function summarise(results) {
  const width = Math.max(...results.map(({ step }) => step.length));
  console.log('\n━━ all of it ━━');
  for (const { step, passed, seconds } of results) {
    console.log(`  ${passed ? '✓' : '✗'} ${step.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s`);
  }
  const failed = results.filter(({ passed }) => !passed).length;
  // CI reads this last line.
  console.log(`\n${results.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
