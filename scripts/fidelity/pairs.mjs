// Runs the comparison with other simulators and reads its output: pairs of means, one from the engine and one from
// another simulator. Finds the written reasons for differences.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../commands.mjs';

const reasonsFile = join(root, 'crates', 'core', 'engine', 'tests', 'reference', 'reasons.json');

export const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

export const readReasons = () => read(reasonsFile);

/** Runs the reference test under cargo with these arguments and variables, and reads the file that it writes. */
export async function measured(cargo, variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fidelity-'));
  try {
    const file = join(folder, 'pairs.json');
    await run('cargo', cargo, { env: { ...process.env, CHOKEPOINT_REFERENCE: file, ...variables } });
    return read(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Distance between the two means [standard errors]. */
export const distance = ({ ours, theirs }) => Math.abs(ours[0] - theirs[0]) / Math.hypot(ours[1], theirs[1], 1e-12);

/** True if the reason applies to the pair. */
export function explains(reason, pair) {
  const like = (patterns, value) => patterns.some((pattern) => asExpression(pattern).test(value));
  return like(reason.cases, pair.case) && like(reason.metrics, pair.metric);
}

function asExpression(pattern) {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`);
}
