// Prepares a fresh machine. Each step checks what is installed, prints one line about it, and installs only what is
// missing.
//
// node scripts/set-up.mjs for building and running the page node scripts/set-up.mjs --tests also for the tests:
// rustfmt, clippy, a browser, packages of Python

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserPath, playwrightHasBrowser } from './browsers.mjs';
import { ask, isEntryPoint, main, npm, Problem, packageProgram, root, run, runForStatus } from './commands.mjs';
import { hasPackages, installPackages } from './python.mjs';

const wasmTarget = 'wasm32-unknown-unknown';

/** Prepares the machine. `beside` is a task that needs only Rust; it runs while npm downloads packages. */
export async function setUp({ forTests, beside = async () => {} }) {
  checkNode();
  checkRust();
  await ensureWasmTarget();
  await Promise.all([ensureNpmPackages(), beside()]);
  if (forTests) {
    await ensureRustComponents();
    await ensureBrowser();
    await preparePython();
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  // The Node versions that Vite 8 supports.
  const suits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 23;
  if (!suits) throw new Problem(`Node ${process.versions.node} is too old: install Node 20.19, 22.12 or newer.`);
  found('Node', process.versions.node);
}

function checkRust() {
  const rustc = ask('rustc', ['--version']);
  if (rustc === undefined || ask('cargo', ['--version']) === undefined) {
    throw new Problem('Rust is missing: install it with rustup (https://rustup.rs), then run this again.');
  }
  const wanted = /^rust-version = "([\d.]+)"/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'))?.[1];
  const present = rustc.split(' ')[1];
  if (wanted !== undefined && isOlder(present, wanted)) {
    throw new Problem(`Rust ${present} is too old: ${wanted} or newer is needed (\`rustup update\`).`);
  }
  if (process.platform !== 'win32' && ask('cc', ['--version']) === undefined) {
    throw new Problem('A C compiler is missing, which Rust needs to link: install gcc or clang, then run this again.');
  }
  found('Rust', present);
}

async function ensureWasmTarget() {
  const library = ask('rustc', ['--print', 'target-libdir', '--target', wasmTarget]);
  if (library !== undefined && existsSync(library)) return found('Rust for WebAssembly', wasmTarget);
  installing('Rust for WebAssembly', wasmTarget);
  if (ask('rustup', ['--version']) === undefined) {
    throw new Problem(`This Rust has no ${wasmTarget}: install Rust with rustup, or that target with your system.`);
  }
  await run('rustup', ['target', 'add', wasmTarget]);
}

async function ensureNpmPackages() {
  if (npmPackagesMatchTheLock()) return found('npm packages', 'as in package-lock.json');
  installing('npm packages', 'as in package-lock.json');
  await npm(['ci', '--no-audit', '--no-fund']);
}

/**
 * Compares npm's list of installed packages with the lock file. Packages for other platforms may be missing from the
 * list.
 */
function npmPackagesMatchTheLock() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    return installed[path] === undefined ? optional === true : installed[path].version === version;
  });
}

async function ensureRustComponents() {
  for (const [component, program] of [
    ['rustfmt', 'fmt'],
    ['clippy', 'clippy'],
  ]) {
    if (ask('cargo', [program, '--version']) !== undefined) {
      found(component, 'with Rust');
    } else {
      installing(component, 'with rustup');
      await run('rustup', ['component', 'add', component]);
    }
  }
}

async function ensureBrowser() {
  const installed = browserPath();
  if (installed !== undefined) return found('Browser', installed);
  if (playwrightHasBrowser()) return found('Browser', "Playwright's own");

  installing('Browser', "Playwright's own");
  await runForStatus(process.execPath, [packageProgram('playwright'), 'install', '--only-shell', 'chromium']);
  if (playwrightHasBrowser()) return;

  if (isDebian() && isRoot()) {
    installing('Browser', 'chromium-headless-shell, with apt-get');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium-headless-shell'], {
      env,
    });
    if (browserPath() !== undefined) return;
  }
  throw new Problem(
    'No browser for the tests starts here: install Chromium or Chrome (on Linux, `npx playwright install-deps` adds' +
      " what Playwright's own lacks), or name one by its path in the variable CHOKEPOINT_BROWSER.",
  );
}

/** Prepares Python. If Python is missing, the tests of the Python package are skipped, and the test summary says so. */
async function preparePython() {
  if (hasPackages()) return found('Python packages', 'as in crates/apps/python/requirements-test.txt, in .venv-test');
  installing('Python packages', 'as in crates/apps/python/requirements-test.txt, into .venv-test');
  const problem = await installPackages();
  if (problem !== undefined) console.log(`  – Python: ${problem}; the tests of the Python package are LEFT OUT`);
}

// True on Debian itself. Ubuntu declares itself "like Debian", but its package `chromium` only refers to a snap
// package.
function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function isRoot() {
  return process.getuid?.() === 0;
}

function isOlder(present, wanted) {
  const [a, b] = [present, wanted].map((version) => version.split('.').map((part) => Number.parseInt(part, 10)));
  for (let i = 0; i < b.length; i++) {
    if ((a[i] ?? 0) !== b[i]) return (a[i] ?? 0) < b[i];
  }
  return false;
}

function found(what, detail) {
  console.log(`  ✓ ${what}: ${detail}`);
}

function installing(what, detail) {
  console.log(`  … installing ${what}: ${detail}`);
}

if (isEntryPoint(import.meta.url)) main(() => setUp({ forTests: process.argv.includes('--tests') }));
