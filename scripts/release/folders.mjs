// The folders in which artefacts are stored, made and tested.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { ask, Problem, root, run, runQuietly } from '../commands.mjs';

/** The folder with the artefacts to publish. It contains no other files. */
export const release = join(root, 'release');
/** The folder that is kept between two runs, with compiled code and tools. */
export const kept = join(root, 'release-work');
/** A copy of the sources, with the files that each package needs in its own folder. */
export const stage = join(kept, 'stage');

/** The names of the system and of the processor in file names, as Rust writes them. */
export const host = () => /^host: (.+)$/m.exec(ask('rustc', ['-vV']) ?? '')?.[1] ?? process.platform;

/** Runs `use` in an empty folder outside the repository, so that no parent folder contains a manifest, module or
 * setting. */
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

/** Copies the tracked files, and the untracked files that git does not ignore, with their present content. */
export function copySources(folder) {
  const listed = ask('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  if (listed === undefined) throw new Problem('A release is made in a clone: `git ls-files` failed.');
  emptied(folder);
  for (const file of listed
    .split('\0')
    .filter((it) => it !== '' && statSync(join(root, it), { throwIfNoEntry: false }))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // The copies keep their dates, so that cargo does not compile unchanged files again.
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
 * Unpacks an archive. The files get the present date, because packages contain an old date, with which cargo would not compile changed files.
 */
export async function unpack(archive, folder) {
  mkdirSync(folder, { recursive: true });
  await run('tar', ['-xzmf', archive, '-C', folder]);
}

/** Returns the text that a program prints. A failure shows all of its output. */
export async function outputOf(command, args, options = {}) {
  const { status, output } = await runQuietly(command, args, options);
  if (status !== 0) throw new Problem(`\`${[command, ...args].join(' ')}\` failed (exit status ${status}):\n${output}`);
  return output;
}

/** Every file under a folder, by its path relative to the folder, with slashes. */
export function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

export function expect(condition, problem) {
  if (!condition) throw new Problem(problem);
}
