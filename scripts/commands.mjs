// Runs other programs in the same way on every system. Uses only Node's own modules, because it runs before `npm ci`.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const isWindows = process.platform === 'win32';

// rustup's folder is added for shells that were opened before Rust was installed, and for programs installed with
// `cargo install`.
const cargoBin = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin');
if (!process.env.PATH?.split(delimiter).includes(cargoBin)) {
  process.env.PATH = `${process.env.PATH ?? ''}${delimiter}${cargoBin}`;
}

/** A failure that its message fully explains. Entry points print the message without a stack trace. */
export class Problem extends Error {
  exitStatus = 1;
}

export class UsageProblem extends Problem {
  exitStatus = 2;
}

/** Runs a program in the project's root and shows its output at once; throws if it fails. */
export async function run(command, args, options = {}) {
  const status = await runForStatus(command, args, options);
  if (status !== 0) throw new Problem(`\`${[command, ...args].join(' ')}\` failed (exit status ${status}).`);
}

/** Like `run`, but returns the exit status. Standard input is closed, so no program can wait for input. */
export async function runForStatus(command, args, options = {}) {
  return ended(command, spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options }));
}

/** Like `run`, for programs that run concurrently: collects the output of both streams and returns it. */
export async function runQuietly(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => printed.push(data));
  const status = await ended(command, child);
  return { status, output: Buffer.concat(printed).toString() };
}

function ended(command, child) {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Problem(`\`${command}\` could not be started: ${error.message}`)));
    // Ctrl+C reaches the child process directly; SIGTERM does not. After a SIGTERM no further program is started.
    let isAskedToEnd = false;
    const end = () => {
      isAskedToEnd = true;
      child.kill('SIGTERM');
    };
    process.on('SIGTERM', end);
    child.on('close', (status, signal) => {
      process.off('SIGTERM', end);
      if (isAskedToEnd) process.exit(143);
      resolve(status ?? signal);
    });
  });
}

/** The output of a program, or `undefined` if the program is missing or fails. Use it only for queries. */
export function ask(command, args) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : undefined;
}

export function npm(args) {
  // `npm run` puts the path of npm's script into `npm_execpath`. Without this path the command `npm` is used, which on
  // Windows is a command file and needs a shell.
  const npmScript = process.env.npm_execpath;
  return npmScript?.endsWith('.js')
    ? run(process.execPath, [npmScript, ...args])
    : run('npm', args, { shell: isWindows });
}

/** Runs a program of an installed npm package without a shell or npx. */
export function runPackage(name, args, program = name) {
  return run(process.execPath, [packageProgram(name, program), ...args]);
}

export function packageProgram(name, program = name) {
  const folder = join(root, 'node_modules', name);
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) throw new Problem(`The npm package ${name} is not installed: run \`npm ci\`.`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[program]);
}

/** Runs an entry point: a `Problem` is printed as one line; any other error is a bug and is printed with its stack. */
export async function main(action) {
  try {
    await action();
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}` : error);
    process.exitCode = error instanceof Problem ? error.exitStatus : 1;
  }
}

export function isEntryPoint(moduleUrl) {
  return process.argv[1] !== undefined && fileURLToPath(moduleUrl) === process.argv[1];
}
