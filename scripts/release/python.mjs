// Makes the Python package: one wheel for this system, for Python 3.10 and later, and the source distribution. To test
// them, installs each into an empty environment and uses it there.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, Problem, root, run } from '../commands.mjs';
import { emptied, expect, inEmptyFolder, kept, outputOf, release, stage } from './folders.mjs';
import { stageSources } from './stage.mjs';

const MATURIN = 'maturin==1.9.6';
const output = join(release, 'python');
const tools = join(kept, 'python-tools');
const example = join(root, 'docs', 'examples', 'library.py');
const isWindows = process.platform === 'win32';
const inside = (folder, program) => join(folder, isWindows ? 'Scripts' : 'bin', isWindows ? `${program}.exe` : program);
const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check', '--no-input'];

export const python = {
  name: 'python',
  remedy: 'crates/apps/python (pyproject.toml, Cargo.toml); Python 3.10 or newer with venv is needed',
  async make() {
    const interpreter = machinePython();
    await stageSources();
    const maturin = await ensureMaturin(interpreter);
    emptied(output);
    const env = { ...process.env, CARGO_TARGET_DIR: join(kept, 'target') };
    const manifest = ['--manifest-path', join(stage, 'crates', 'apps', 'python', 'Cargo.toml'), '--out', output];
    await run(maturin, ['build', '--release', '--locked', '--quiet', ...manifest], { cwd: stage, env });
    await run(maturin, ['sdist', ...manifest], { cwd: stage, env });
    const [sdist, wheel] = ['.tar.gz', '.whl'].map((end) => only(output, end));
    // This build only tests the source distribution, so compile time matters more than speed.
    const quick = {
      ...env,
      CARGO_PROFILE_RELEASE_LTO: 'off',
      CARGO_PROFILE_RELEASE_OPT_LEVEL: '1',
      CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
    };
    const printed = await inEmptyFolder((folder) => use(folder, interpreter, wheel, env));
    const again = await inEmptyFolder((folder) => use(folder, interpreter, sdist, quick));
    expect(printed === again, `wheel and sources differ:\n${printed}\n${again}`);
    return [
      { file: wheel, use: printed, isExample: true },
      { file: sdist, use: again, isExample: true },
    ];
  },
};

function machinePython() {
  const found = ['python3', 'python'].find(
    (name) => ask(name, ['-c', 'import sys, venv; assert sys.version_info >= (3, 10)']) !== undefined,
  );
  if (found === undefined) throw new Problem('There is no Python 3.10 or newer with venv here.');
  return found;
}

async function ensureMaturin(interpreter) {
  const maturin = inside(tools, 'maturin');
  if (existsSync(maturin) && ask(maturin, ['--version']) === MATURIN.replace('==', ' ')) return maturin;
  await run(interpreter, ['-m', 'venv', '--clear', tools]);
  await run(inside(tools, 'python'), [...pip, 'install', MATURIN]);
  return maturin;
}

async function use(folder, interpreter, archive, env) {
  await run(interpreter, ['-m', 'venv', folder]);
  const own = inside(folder, 'python');
  await run(own, [...pip, 'install', archive], { cwd: folder, env });
  // The test runs outside the repository, because Python would otherwise import the repository's folder `chokepoint`.
  return (await outputOf(own, [example], { cwd: folder })).trim();
}

function only(folder, end) {
  const found = readdirSync(folder).filter((name) => name.endsWith(end));
  expect(found.length === 1, `release/python has ${found.length} files ending in ${end}, where one is expected.`);
  return join(folder, found[0]);
}
