// Copies the sources so that each package's folder contains every file that it needs. cargo and maturin package no
// files from outside this folder.

import { copyFileSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../commands.mjs';
import { licencesOf } from '../licences.mjs';
import { copySources, host, outputOf, stage } from './folders.mjs';

export const LICENCES = ['LICENSE-APACHE', 'LICENSE-MIT'];

let staged;

/** Copies the sources from which the crates and the Python package are built. The copy is made once per run. */
export function stageSources() {
  staged ??= make();
  return staged;
}

async function make() {
  copySources(stage);
  cpSync(join(root, 'presets'), join(stage, 'crates', 'formats', 'scenes', 'presets'), {
    recursive: true,
    preserveTimestamps: true,
    // The copy leaves out the schema, the lessons and the measured values of figures, which only editors and the page
    // use.
    filter: (path) => !/presets[\\/](schema|lessons|figures[\\/]measured)/.test(path),
  });
  // Renames the file as Python tools expect.
  const ofOthers = join(stage, 'crates', 'apps', 'python', 'LICENCE-OF-OTHERS.txt');
  writeFileSync(ofOthers, licencesOf('chokepoint-python', host()));
  for (const { folder } of await packages())
    for (const file of LICENCES)
      if (!existsSync(join(folder, file))) copyFileSync(join(stage, file), join(folder, file));
}

/** The packages of the staged workspace: name, folder, and whether they are published. */
export async function packages() {
  const text = await outputOf(
    'cargo',
    ['metadata', '--locked', '--offline', '--no-deps', '--format-version', '1', '--quiet'],
    {
      cwd: stage,
    },
  );
  return JSON.parse(text).packages.map((it) => ({
    ...it,
    folder: join(it.manifest_path, '..'),
    isPublished: it.publish === null,
  }));
}
