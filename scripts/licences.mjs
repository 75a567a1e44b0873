// Collects the licences of the crates compiled into a program or a WebAssembly file, with the texts that must accompany
// them.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './commands.mjs';

/** Crates used only to generate the page's types. No code calls them, so the linker removes them. */
const TYPES_ONLY = ['ts-rs'];

/**
 * Makes the file with all licence texts. An entry is `{ name, version, identifier, text }`; `introduction` is the first
 * sentence, `parts` are `{ title, entries }`.
 */
export function licencesText(introduction, parts) {
  const lines = [introduction, ''];
  for (const { title, entries } of parts) {
    lines.push('='.repeat(78), title, '='.repeat(78), '');
    for (const { name, version, identifier, text } of entries) {
      // A file without a required text must not be published.
      if (text === undefined || text === '')
        throw new Error(`${name} ${version} comes without the text of its licence`);
      lines.push(`${name} ${version} (${identifier ?? 'see below'})`, '-'.repeat(78), text, '', '');
    }
  }
  return lines.join('\n').replaceAll('\r\n', '\n');
}

/**
 * The licence texts in the folder of a crate: the MIT licence if the crate offers a choice, or every text except
 * Apache's if several licences apply together.
 */
export function licenceIn(folder, identifier = '') {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying)/i.test(name));
  const chosen = files.find((name) => /mit/i.test(name)) ?? files[0];
  if (chosen === undefined) return undefined;
  const wanted = / AND /.test(identifier) ? files.filter((name) => !/apache/i.test(name)) : [chosen];
  return wanted.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}

/**
 * Every third-party crate that is compiled into the crate named `into` for a platform. Crates used only at build time
 * are excluded.
 */
export function cratesIn(into, platform) {
  const { packages, resolve } = metadata(platform);
  const start = packages.find(({ name }) => name === into);
  if (start === undefined) throw new Error(`cargo knows no ${into}`);
  const seen = new Set();
  const visit = (id) => {
    const isMacro = packages.find((one) => one.id === id)?.targets.some(({ kind }) => kind.includes('proc-macro'));
    const isTypesOnly = packages.some((one) => one.id === id && TYPES_ONLY.includes(one.name));
    if (seen.has(id) || isMacro === true || isTypesOnly) return;
    seen.add(id);
    for (const { pkg, dep_kinds } of resolve.nodes.find((node) => node.id === id)?.deps ?? [])
      if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  visit(start.id);
  return packages
    .filter(({ id, source }) => seen.has(id) && source !== null)
    .map(({ name, version, license, manifest_path }) => ({
      ...{ name, version, identifier: license ?? undefined },
      text: licenceIn(dirname(manifest_path), license ?? undefined),
    }));
}

/**
 * Calls cargo offline first, because the crates of a built program are already on this machine. Falls back to the
 * network.
 */
function metadata(platform) {
  const args = ['metadata', '--format-version', '1', '--locked', '--filter-platform', platform];
  const ask = (more) =>
    JSON.parse(
      execFileSync('cargo', [...args, ...more], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  try {
    return ask(['--offline']);
  } catch {
    return ask([]);
  }
}

/**
 * The licences of Rust's standard library. Their texts are usually installed with the compiler. If they are not, the
 * licence file still contains the same texts, because other crates have the same licences.
 */
export function standardLibrary() {
  const ask = (...args) => execFileSync('rustc', args, { encoding: 'utf8' }).trim();
  const file = join(ask('--print', 'sysroot'), 'share', 'doc', 'rust', 'licenses', 'MIT.txt');
  const holders = 'Copyright (c) The Rust Project Developers';
  const text = existsSync(file) ? `${holders}\n\n${readFileSync(file, 'utf8').trim()}` : holders;
  const version = ask('--version').split(' ')[1] ?? '';
  return [{ name: 'The standard library of Rust', version, identifier: 'MIT OR Apache-2.0', text }];
}

/** Each package once, by name. */
export function byName(entries) {
  const single = new Map(entries.map((entry) => [`${entry.name} ${entry.version}`, entry]));
  return [...single.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The file that accompanies a program or a package: the third-party code in it, with its licences. */
export function licencesOf(into, platform) {
  const entries = byName([...cratesIn(into, platform), ...standardLibrary()]);
  return licencesText('Third-party code that is compiled into this file, with its licences.', [
    { title: into, entries },
  ]);
}
