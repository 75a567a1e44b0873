// Measures the processor time of a program from its start to its end.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Problem, root } from './commands.mjs';

export const program = join(root, 'target', 'release', 'chokepoint');

/**
 * Runs a command `starts` times. Returns the mean processor time of a run [s] and the output of the last run. The
 * command runs in a shell, because the shell command `times` reports the processor time of child processes. The clock
 * of `times` ticks every 10 ms, so a short command needs many runs.
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
