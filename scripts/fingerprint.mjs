// Detects from file contents whether inputs have changed since a build. File dates are not used, because in a fresh
// clone all files are new.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './commands.mjs';

const neverInputs = new Set(['node_modules', 'target', 'dist', 'pkg', 'results']);

/** One hash over the names and contents of files and folders (relative to the root) and over additional `facts`. */
export function fingerprint(paths, facts = []) {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(`${fact}\0`);
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) {
      hash.update(`${relative(root, file).split(sep).join('/')}\0`);
      hash.update(readFileSync(file));
      hash.update('\0');
    }
  }
  return hash.digest('hex');
}

export function isFresh(stampFile, stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

/** Writes the stamp of a build. A build calls this last, so that it does not count as finished if it is interrupted. */
export function markFresh(stampFile, stamp) {
  writeFileSync(stampFile, stamp);
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !neverInputs.has(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
