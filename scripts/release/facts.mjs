// Version, addresses and date of a release: where they are set, and every file that contains a copy of them.
//
// package.json has the version, `repository` and `homepage`; the first heading of CHANGELOG.md has the date, or
// "unreleased".

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../commands.mjs';

const REMEDY = 'node scripts/release.mjs --align';

/** The facts as an object. `date` is undefined before the release. */
export function facts() {
  const { version, description, license, repository, homepage } = JSON.parse(read('package.json'));
  const [, heading, when] = /^## (\S+), (.+)$/m.exec(read('CHANGELOG.md')) ?? [];
  const date = /^\d{4}-\d{2}-\d{2}$/.test(when ?? '') ? when : undefined;
  return { version, description, license, repository: repository.url, homepage, changelog: { heading, when }, date };
}

/** True if the address is a placeholder. No real host has a name under `.example` (RFC 2606). */
export function isPlaceholder(address) {
  return new URL(address).hostname.endsWith('.example');
}

/** Yields one sentence for each copy of a fact that is out of date. */
export function* disagreements() {
  const { version, changelog, date } = facts();
  if (changelog.heading !== version)
    yield `CHANGELOG.md begins with ${changelog.heading}, package.json has version ${version}: give the changelog a section “## ${version}, unreleased”.`;
  if (date === undefined && changelog.when !== 'unreleased')
    yield `CHANGELOG.md dates ${version} “${changelog.when}”: write “unreleased” or the day as 2026-12-31.`;
  for (const { file, what, problem } of places().flatMap(compared))
    yield `${file}: ${what} ${problem} (\`${REMEDY}\`).`;
}

/** Updates every copy of a fact that is out of date. Returns the changed files. */
export function align() {
  const changed = new Set();
  for (const { file, pattern, text } of places()) {
    const before = read(file);
    const after = before.replace(pattern, (...match) => text(match));
    if (after === before) continue;
    writeFileSync(join(root, file), after);
    changed.add(file);
  }
  return [...changed];
}

function compared({ file, what, pattern, text }) {
  const found = [...read(file).matchAll(pattern)];
  if (found.length === 0) return [{ file, what, problem: 'is missing' }];
  const odd = found.find((match) => match[0] !== text(match));
  if (odd === undefined) return [];
  return [{ file, what, problem: `is ${shown(odd[0])}, and should be ${shown(text(odd))}` }];
}

/** Every copy of a fact: its file, a pattern that finds its current text, and the required text. */
function places() {
  const { version, repository, homepage, date } = facts();
  const place = (file, what, pattern, text) => ({ file, what, pattern, text });
  const dated = (line) => (date === undefined ? '' : line(date));
  return [
    place(
      'package-lock.json',
      'the version',
      /("name": "chokepoint",\n\s+"version": ")[^"]*"/g,
      ([, begin]) => `${begin}${version}"`,
    ),
    place('Cargo.toml', 'the version', /^version = "[^"]*"/gm, () => `version = "${version}"`),
    place('Cargo.toml', 'the repository', /^repository = "[^"]*"/gm, () => `repository = "${repository}"`),
    place('Cargo.toml', 'the homepage', /^homepage = "[^"]*"/gm, () => `homepage = "${homepage}"`),
    place(
      'Cargo.toml',
      'the version of a crate',
      /^(chokepoint-.*version = )"[^"]*"/gm,
      ([, begin]) => `${begin}"=${version}"`,
    ),
    place(
      'Cargo.lock',
      'the version of a crate',
      /^(name = "chokepoint-.*"\nversion = )".*"/gm,
      ([, begin]) => `${begin}"${version}"`,
    ),
    ...[
      ['Homepage', homepage],
      ['Documentation', `${repository}/tree/main/docs`],
      ['Repository', repository],
    ].map(([name, address]) =>
      place(
        'crates/apps/python/pyproject.toml',
        name,
        new RegExp(`^${name} = ".*"`, 'gm'),
        () => `${name} = "${address}"`,
      ),
    ),
    place(
      'CITATION.cff',
      'version and date',
      /^version: .*\n(date-released: .*\n)?/gm,
      () => `version: ${version}\n${dated((day) => `date-released: ${day}\n`)}`,
    ),
    place('CITATION.cff', 'the homepage', /^url: .*/gm, () => `url: ${homepage}`),
    place('CITATION.cff', 'the repository', /^repository-code: .*/gm, () => `repository-code: ${repository}`),
    place(
      'codemeta.json',
      'version and date',
      /^ {2}"version": ".*",\n( {2}"datePublished": ".*",\n)?/gm,
      () => `  "version": "${version}",\n${dated((day) => `  "datePublished": "${day}",\n`)}`,
    ),
    place('codemeta.json', 'the homepage', /^ {2}"url": ".*"/gm, () => `  "url": "${homepage}"`),
    place(
      'codemeta.json',
      'the repository',
      /^ {2}"codeRepository": ".*"/gm,
      () => `  "codeRepository": "${repository}"`,
    ),
    place(
      'README.md',
      'the status',
      /· version \S+?(, unreleased)?$/gm,
      () => `· version ${version}${date === undefined ? ', unreleased' : ''}`,
    ),
  ];
}

/** This version's section of the changelog, without its heading. */
export function notes() {
  const [, ...sections] = read('CHANGELOG.md').split(/^## /m);
  const section = sections.find((it) => it.startsWith(`${facts().version},`)) ?? '';
  return section.slice(section.indexOf('\n')).trim();
}

function shown(text) {
  return `“${text.trim().replaceAll('\n', ' ')}”`;
}

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}
