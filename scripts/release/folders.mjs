// The folders in which artefacts are made, tested and stored.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { ask, Problem, root, run, runQuietly } from '../commands.mjs';

/** The folder with the artefacts to publish, and nothing else. */
export const release = join(root, 'release');
/** The folder kept between runs, with compiled code and tools. */
export const kept = join(root, 'release-work');
/** A copy of the sources in which each package's folder contains every file that it needs. */
export const stage = join(kept, 'stage');

/** The names of the operating system and the processor in file names, spelled as Rust does. */
export const host = () => /^host: (.+)$/m.exec(ask('rustc', ['-vV']) ?? '')?.[1] ?? process.platform;

/**
 * Runs `use` in an empty folder outside the repository, so that no parent folder has a manifest, module or settings
 * file.
 */
export async function inEmptyFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-release-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Empties a folder and returns it. */
export function emptied(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Copies the tracked files, and the untracked files that git does not ignore, as they are now. */
export function copySources(folder) {
  const listed = ask('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  if (listed === undefined) throw new Problem('A release is made in a clone: `git ls-files` failed.');
  emptied(folder);
  for (const file of listed
    .split('\0')
    .filter((it) => it !== '' && statSync(join(root, it), { throwIfNoEntry: false }))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // The copies keep their modification times, so that cargo does not recompile unchanged files.
    cpSync(join(root, file), join(folder, file), { preserveTimestamps: true });
  }
}

/** Packs files and folders of `folder`. With GNU `tar`, equal contents give equal bytes. */
export async function pack(archive, folder, names = ['.']) {
  const date = ask('git', ['log', '-1', '--format=%ct']) ?? '0';
  const isGnu = ask('tar', ['--version'])?.includes('GNU tar') ?? false;
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  const same = isGnu ? ['--sort=name', `--mtime=@${date}`, '--mode=go=rX,u+rw', ...owner] : [];
  await run('tar', [...same, '-czf', archive, '-C', folder, ...names]);
}

/**
 * Unpacks an archive. The files get the current time: packages contain an old one, with which cargo would not recompile
 * changed files.
 */
export async function unpack(archive, folder) {
  mkdirSync(folder, { recursive: true });
  await run('tar', ['-xzmf', archive, '-C', folder]);
}

/** Returns what a program prints. On failure, shows all of its output. */
export async function outputOf(command, args, options = {}) {
  const { status, output } = await runQuietly(command, args, options);
  if (status !== 0) throw new Problem(`\`${[command, ...args].join(' ')}\` failed (exit status ${status}):\n${output}`);
  return output;
}

/** Every file under a folder, by its path relative to the folder, with forward slashes. */
export function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

export function expect(condition, problem) {
  if (!condition) throw new Problem(problem);
}
