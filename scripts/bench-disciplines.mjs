// Measures the per-packet cost of each discipline alone, with the same queue and the same arrivals. Updates the costs
// in the page's list of all disciplines. Runs on its own (`node scripts/bench-disciplines.mjs`) or as part of `npm run bench`.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { isEntryPoint, main, Problem, root, run } from './commands.mjs';

export const costsFile = join(root, 'web', 'src', 'features', 'catalogue', 'costs.json');

const example = ['-p', 'chokepoint-cli', '--example', 'discipline_costs'];
const repetitions = 15;
const yardstick = 'choke';

/** Measures the costs, writes them into the file that the page reads, and returns a row for each discipline. */
export async function measureDisciplines() {
  await run('cargo', ['build', '--quiet', '--release', ...example]);
  const args = ['run', '--quiet', '--release', ...example, '--', String(repetitions)];
  const { status, stdout, stderr } = spawnSync('cargo', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Problem(`The costs of the disciplines could not be measured:\n${stderr}`);
  const measured = JSON.parse(stdout);
  const costs = measured.costs.map(({ id, comparisons, ns }) => ({
    id,
    comparisons: rounded(comparisons, 3),
    ns: rounded(ns, 3),
  }));
  const when = { machine: cpus()[0].model.trim(), date: new Date().toISOString().slice(0, 10) };
  writeFileSync(costsFile, `${JSON.stringify({ ...when, ...measured, costs }, null, 2)}\n`);

  const { ns: least } = costs.find(({ id }) => id === yardstick);
  return costs.map(({ id, comparisons, ns }) => ({
    discipline: id,
    'comparisons per arrival': comparisons,
    'native [ns per arrival]': ns,
    [`times that of ${yardstick}`]: ns / least,
  }));
}

function rounded(value, digits) {
  return Number(value.toPrecision(digits));
}

if (isEntryPoint(import.meta.url)) {
  main(async () => {
    for (const row of await measureDisciplines()) console.log(Object.values(row).join('\t'));
  });
}
