// Writes the files that accompany the artefacts: software bills of materials, the release notes, and the checksums of
// all files.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ask, root, run } from '../commands.mjs';
import { facts, notes } from './facts.mjs';
import { expect, filesUnder, kept, outputOf, release, stage } from './folders.mjs';
import { hash } from './site.mjs';
import { stageSources } from './stage.mjs';

const CYCLONEDX = '0.5.9';
const SUMS = 'SHA256SUMS';

export const papers = {
  name: 'papers',
  remedy: 'CHANGELOG.md for the notes; `npm ci` and a network for the lists of parts',
  async make() {
    const { version } = facts();
    const text = notes();
    expect(text.length > 0, `CHANGELOG.md says nothing about ${version}.`);
    const file = join(release, 'NOTES.md');
    writeFileSync(file, `${text}\n`);
    return [
      { file, use: 'the section of the changelog' },
      { file: await partsOfPage(version), use: 'parts of the page and of its build' },
      { file: await partsOfProgram(version), use: 'parts of the program' },
    ];
  },
};

async function partsOfPage(version) {
  const file = join(release, `chokepoint-lab-${version}.cdx.json`);
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [command, ...rest] = [...npm, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  writeFileSync(
    file,
    await outputOf(command, rest, { shell: npm.length === 1 && process.platform === 'win32', cwd: root }),
  );
  return checked(file, 'react');
}

async function partsOfProgram(version) {
  await stageSources();
  const tool = await ensureTool();
  const options = [
    '--manifest-path',
    join(stage, 'crates', 'apps', 'cli', 'Cargo.toml'),
    '--format',
    'json',
    '--quiet',
  ];
  await run(tool, ['cyclonedx', ...options, '--override-filename', 'parts'], { cwd: stage });
  const file = join(release, `chokepoint-${version}.cdx.json`);
  // Our crates are named by their folder relative to the repository root, so that the file contains no local path.
  const text = readFileSync(join(stage, 'crates', 'apps', 'cli', 'parts.json'), 'utf8');
  writeFileSync(file, text.replaceAll(stage.split(sep).join('/'), ''));
  return checked(file, 'clap');
}

/** Compiles cargo-cyclonedx, which writes the bills of materials, once. No registry offers a binary of it. */
async function ensureTool() {
  const tools = join(kept, 'tools');
  const tool = join(tools, 'bin', process.platform === 'win32' ? 'cargo-cyclonedx.exe' : 'cargo-cyclonedx');
  if (existsSync(tool) && ask(tool, ['cyclonedx', '--version'])?.includes(CYCLONEDX)) return tool;
  console.log(`  … installing cargo-cyclonedx ${CYCLONEDX} into ${tools}`);
  await run('cargo', [
    'install',
    'cargo-cyclonedx',
    '--version',
    CYCLONEDX,
    '--locked',
    '--quiet',
    '--debug',
    '--root',
    tools,
  ]);
  return tool;
}

function checked(file, part) {
  const text = readFileSync(file, 'utf8');
  expect(!text.includes(root), `${file} names a folder of this machine.`);
  const { bomFormat, components = [] } = JSON.parse(text);
  const found = components.find(({ name }) => name === part);
  expect(bomFormat === 'CycloneDX' && found !== undefined, `${file} is not a list of parts with ${part}.`);
  expect(found.version !== undefined && found.purl !== undefined, `${file} names ${part} without its version.`);
  return file;
}

/** Writes the checksums of all files in the folder, for `sha256sum --check`. */
export function writeSums() {
  const files = filesUnder(release).filter((name) => name !== SUMS);
  const lines = files.map((name) => `${hash(readFileSync(join(release, name)))}  ${name}\n`);
  writeFileSync(join(release, SUMS), lines.join(''));
  return join(release, SUMS);
}
