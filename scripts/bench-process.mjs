// The cost of a program as a whole, from outside.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Problem, root } from './commands.mjs';

/** The native binary. */
export const program = join(root, 'target', 'release', 'chokepoint');

/**
 * The processor time of one whole process, and its output. Only the shell's `times` has the use of its children, in
 * steps of a clock tick (10 ms), so it starts the process often enough for a tick not to matter.
 */
export function timeProcess(command, starts = 1) {
  const loop = 'i=1; while [ $i -lt $0 ]; do "$@" > /dev/null || exit 1; i=$((i + 1)); done; "$@" || exit 1; times >&2';
  const { status, stdout, stderr } = spawnSync('sh', ['-c', loop, String(starts), ...command], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Problem(`${command.join(' ')} failed:\n${stderr}`);
  // The last line is the time of the children: user and system time, as in `0m1.230s 0m0.010s`.
  const seconds = stderr
    .trim()
    .split('\n')
    .at(-1)
    .split(' ')
    .map((time) => time.split('m').map(Number.parseFloat))
    .reduce((sum, [minutes, rest]) => sum + minutes * 60 + rest, 0);
  return { seconds: seconds / starts, stdout };
}
