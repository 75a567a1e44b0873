// Provides Python for the tests: an interpreter found on this machine, and a virtual environment with the packages of
// `crates/apps/python/requirements-test.txt`. Without Python, everything else is still built and tested.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, root, runForStatus } from './commands.mjs';

const folder = join(root, '.venv-test');
const requirements = join(root, 'crates', 'apps', 'python', 'requirements-test.txt');
// This file records which packages are installed. It is written last, so that an interrupted installation is repeated.
const record = join(folder, 'installed.sha256');
const oldest = [3, 10];

/** The virtual environment's interpreter. */
export const python =
  process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');

/** True if the virtual environment matches the current requirements. */
export function hasPackages() {
  return existsSync(python) && existsSync(record) && readFileSync(record, 'utf8') === wanted();
}

/** Creates the virtual environment. If this fails, returns the cause as text. */
export async function installPackages() {
  const machine = pythonOfMachine();
  if (machine === undefined) return `there is no Python ${oldest.join('.')} or newer here (python3 or python)`;
  rmSync(folder, { recursive: true, force: true });
  if ((await runForStatus(machine, ['-m', 'venv', folder])) !== 0) {
    return `${machine} has no venv (on Debian and Ubuntu: apt-get install python3-venv)`;
  }
  const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary=:all:'];
  if ((await runForStatus(python, ['-m', 'pip', 'install', ...options, '-r', requirements])) !== 0) {
    return 'pip could not install crates/apps/python/requirements-test.txt (is there a network?)';
  }
  writeFileSync(record, wanted());
  return undefined;
}

function wanted() {
  return createHash('sha256').update(readFileSync(requirements)).digest('hex');
}

function pythonOfMachine() {
  const version = 'import sys; print(sys.version_info[0], sys.version_info[1])';
  return ['python3', 'python'].find((name) => {
    const [major, minor] = (ask(name, ['-c', version]) ?? '0 0').split(' ').map(Number);
    return major === oldest[0] && minor >= oldest[1];
  });
}
