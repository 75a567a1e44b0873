// Where artefacts are, where they are made, and where they are tried.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { ask, Problem, root, run, runQuietly } from '../commands.mjs';

/** What is published, and nothing else. */
export const release = join(root, 'release');
/** Kept between two runs: what was compiled, and tools. */
export const kept = join(root, 'release-work');
/** A copy of the sources, completed by what packages need beside them. */
export const stage = join(kept, 'stage');

/** The names of the system and of the machine in names of files, as Rust has them. */
export const host = () => /^host: (.+)$/m.exec(ask('rustc', ['-vV']) ?? '')?.[1] ?? process.platform;

/** An empty folder outside the repository: no manifest, no module and no setting of it lies above. */
export async function inEmptyFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-release-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An empty folder of this name. */
export function emptied(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Copies the tracked files, and those that would be if they were added, as they are now. */
export function copySources(folder) {
  const listed = ask('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  if (listed === undefined) throw new Problem('A release is made in a clone: `git ls-files` failed.');
  emptied(folder);
  for (const file of listed
    .split('\0')
    .filter((it) => it !== '' && statSync(join(root, it), { throwIfNoEntry: false }))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // With its date: an unchanged file is not compiled again.
    cpSync(join(root, file), join(folder, file), { preserveTimestamps: true });
  }
}

/** Packs folders and files that lie in `folder`; with the same bytes for the same contents where `tar` is GNU's. */
export async function pack(archive, folder, names = ['.']) {
  const date = ask('git', ['log', '-1', '--format=%ct']) ?? '0';
  const isGnu = ask('tar', ['--version'])?.includes('GNU tar') ?? false;
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  const same = isGnu ? ['--sort=name', `--mtime=@${date}`, '--mode=go=rX,u+rw', ...owner] : [];
  await run('tar', [...same, '-czf', archive, '-C', folder, ...names]);
}

/** The files get the present date: those of a package have one of long ago, and cargo would not compile what has changed. */
export async function unpack(archive, folder) {
  mkdirSync(folder, { recursive: true });
  await run('tar', ['-xzmf', archive, '-C', folder]);
}

/** The text that a program prints. A failure shows it all. */
export async function outputOf(command, args, options = {}) {
  const { status, output } = await runQuietly(command, args, options);
  if (status !== 0) throw new Problem(`\`${[command, ...args].join(' ')}\` failed (exit status ${status}):\n${output}`);
  return output;
}

/** Every file under a folder, by its path from there with slashes. */
export function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

export function expect(condition, problem) {
  if (!condition) throw new Problem(problem);
}
