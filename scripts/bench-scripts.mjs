// Measures the per-arrival cost of a discipline written as a script, and of the native discipline that makes the same
// decisions. Provides rows for `npm run bench`, or runs on its own (`node scripts/bench-scripts.mjs`).

import { spawnSync } from 'node:child_process';
import { table } from './bench-table.mjs';
import { isEntryPoint, main, Problem, root, run } from './commands.mjs';

const example = ['-p', 'chokepoint-script', '--example', 'bench'];
const repetitions = 15;

export async function measureScripts() {
  await run('cargo', ['build', '--quiet', '--release', ...example]);
  const args = ['run', '--quiet', '--release', ...example, '--', String(repetitions)];
  const { status, stdout, stderr } = spawnSync('cargo', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Problem(`The costs of scripts could not be measured:\n${stderr}`);
  return JSON.parse(stdout).costs.map(({ id, script_ns, watched_ns, native_ns, times }) => ({
    script: id,
    'script [ns per arrival]': script_ns,
    'with its lines reported [ns]': watched_ns,
    'native [ns per arrival]': native_ns ?? '–',
    'times the native': times ?? '–',
  }));
}

if (isEntryPoint(import.meta.url))
  main(async () => table(`Scripts beside native disciplines (best of ${repetitions})`, await measureScripts()));
