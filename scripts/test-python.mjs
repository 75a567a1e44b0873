// `npm test -- python`: checks the types of the Python package, and tests the package against the binary. Both are
// built from these sources.
//
// Without a suitable Python the exit status is 77: the step is skipped, and the summary of `npm test` says so.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { main, root, run } from './commands.mjs';
import { hasPackages, python } from './python.mjs';

const folder = join(root, 'crates', 'apps', 'python');
const built = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug');
// The module's name in Cargo, its name in Python, and the binary's name.
const [library, extension, binary] =
  process.platform === 'win32'
    ? ['_chokepoint.dll', '_chokepoint.pyd', 'chokepoint.exe']
    : [`lib_chokepoint.${process.platform === 'darwin' ? 'dylib' : 'so'}`, '_chokepoint.abi3.so', 'chokepoint'];

main(async () => {
  if (!hasPackages()) {
    console.log('LEFT OUT: no virtual environment for the Python package; `node scripts/set-up.mjs --tests` says why.');
    process.exitCode = 77;
    return;
  }
  const isThorough = process.env.CHOKEPOINT_THOROUGH !== undefined;
  // This build shares its target folder with the engine's tests, so most of the code is already compiled.
  await run('cargo', ['build', '--locked', '--workspace', '--lib', '--bin', 'chokepoint']);
  copyFileSync(join(built, library), join(folder, 'python', 'chokepoint', extension));

  const paths = [join(folder, 'python'), process.env.PYTHONPATH].filter((path) => path !== undefined);
  const env = { ...process.env, CHOKEPOINT_BINARY: join(built, binary), PYTHONPATH: paths.join(delimiter) };
  await run(python, ['-m', 'mypy', '--no-error-summary', 'python/chokepoint'], { cwd: folder, env });
  const chosen = isThorough ? [] : ['-m', 'not thorough'];
  await run(python, ['-m', 'pytest', '-q', '--durations=5', ...chosen], { cwd: folder, env });
  if (isThorough) await testWheel(env.CHOKEPOINT_BINARY);
});

/** Tests the installed wheel, in an environment without other packages of this project. */
async function testWheel(CHOKEPOINT_BINARY) {
  const place = mkdtempSync(join(tmpdir(), 'chokepoint-wheel-'));
  try {
    await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', place, folder]);
    const env = { ...process.env, CHOKEPOINT_BINARY, PYTHONPATH: place };
    await run(python, ['-m', 'pytest', '-q', 'tests/test_scene.py'], { cwd: folder, env });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
