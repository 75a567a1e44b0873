// Measures the cost of a whole program from outside.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Problem, root } from './commands.mjs';

export const program = join(root, 'target', 'release', 'chokepoint');

/**
 * The processor time of one whole process, and its output. Only the shell's `times` reports the time of child
 * processes. Its clock ticks every 10 ms, so the process is started `starts` times.
 */
export function timeProcess(command, starts = 1) {
  const loop = 'i=1; while [ $i -lt $0 ]; do "$@" > /dev/null || exit 1; i=$((i + 1)); done; "$@" || exit 1; times >&2';
  const { status, stdout, stderr } = spawnSync('sh', ['-c', loop, String(starts), ...command], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Problem(`${command.join(' ')} failed:\n${stderr}`);
  // The last line shows the child processes' user and system time, as in `0m1.230s 0m0.010s`.
  const seconds = stderr
    .trim()
    .split('\n')
    .at(-1)
    .split(' ')
    .map((time) => time.split('m').map(Number.parseFloat))
    .reduce((sum, [minutes, rest]) => sum + minutes * 60 + rest, 0);
  return { seconds: seconds / starts, stdout };
}
