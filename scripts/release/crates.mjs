// Packages the crates as `cargo publish` does, but publishes nothing. To test the packages, builds a small program that
// uses the engine, and the command line.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '../commands.mjs';
import { facts } from './facts.mjs';
import { emptied, expect, filesUnder, inEmptyFolder, kept, outputOf, release, stage, unpack } from './folders.mjs';
import { LICENCES, packages, stageSources } from './stage.mjs';

const output = join(release, 'crates');
const target = join(kept, 'target');
const env = { ...process.env, CARGO_TARGET_DIR: target };

/** The crates meant for use in other programs. The rest are published only because the command line needs them. */
export const FOR_OTHERS = ['engine', 'link', 'recording', 'script', 'cli'].map((name) => `chokepoint-${name}`);

export const crates = {
  name: 'crates',
  remedy:
    'the manifest of the crate that is named, or `exclude` in Cargo.toml: a package may use files of its own folder alone',
  async make() {
    await stageSources();
    const all = await packages();
    const published = all.filter(({ isPublished }) => isPublished);
    published.forEach(checkMetadata);
    // `cargo publish --dry-run` checks everything except the upload. `cargo package` then writes the package files.
    const options = ['--workspace', '--no-verify', '--allow-dirty', '--locked', '--quiet'];
    await run('cargo', ['publish', '--dry-run', ...options], { cwd: stage, env });
    const others = all.filter(({ isPublished }) => !isPublished).flatMap(({ name }) => ['--exclude', name]);
    await run('cargo', ['package', ...options, ...others], { cwd: stage, env });
    emptied(output);
    const { version } = facts();
    const made = published.map(({ name }) => join(output, `${name}-${version}.crate`));
    for (const file of made) copyFileSync(join(target, 'package', basename(file)), file);
    const printed = await inEmptyFolder((folder) => use(folder, made));
    return made.map((file) => {
      const name = basename(file).replace(`-${version}.crate`, '');
      if (name === 'chokepoint-engine') return { file, use: printed, isExample: true };
      return { file, use: name === 'chokepoint-cli' ? 'built, a preset run' : 'built' };
    });
  },
};

function checkMetadata({ name, description, license, repository, homepage, readme, keywords, categories }) {
  const given = {
    description,
    license,
    repository,
    homepage,
    readme,
    keywords: keywords.length,
    categories: categories.length,
  };
  const missing = Object.keys(given).filter((field) => !given[field]);
  expect(missing.length === 0, `${name} has no ${missing.join(', ')} in its manifest.`);
}

/**
 * Builds the two test programs in an empty workspace. Its `[patch]` section points to the packages, because they are
 * not in a registry yet.
 */
async function use(folder, made) {
  for (const file of made) await unpack(file, folder);
  const names = made.map((file) => basename(file, '.crate'));
  for (const name of names) checkContents(join(folder, name));
  const { version } = facts();
  const trial = join(folder, 'trial');
  mkdirSync(join(trial, 'src'), { recursive: true });
  const engine = `chokepoint-engine-${version}`;
  copyFileSync(join(folder, engine, 'examples', 'library.rs'), join(trial, 'src', 'main.rs'));
  writeFileSync(
    join(trial, 'Cargo.toml'),
    `[package]\nname = "trial"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\nchokepoint-engine = "${version}"\n`,
  );
  const patches = names.map((name) => `${name.replace(`-${version}`, '')} = { path = "${name}" }`);
  const members = ['trial', ...names].map((name) => `"${name}"`).join(', ');
  // The test programs are compiled with some optimisation, because they run scenes.
  const profile = '[profile.dev]\nopt-level = 1\ndebug = false\n\n[profile.dev.package."*"]\nopt-level = 0\n';
  writeFileSync(
    join(folder, 'Cargo.toml'),
    `[workspace]\nresolver = "3"\nmembers = [${members}]\n\n[patch.crates-io]\n${patches.join('\n')}\n\n${profile}`,
  );
  copyFileSync(join(stage, 'Cargo.lock'), join(folder, 'Cargo.lock'));
  const chosen = [...FOR_OTHERS, 'trial'].flatMap((name) => ['-p', name]);
  await run('cargo', ['build', '--quiet', ...chosen], { cwd: folder, env });
  const program = join(target, 'debug', 'chokepoint');
  const table = await outputOf(program, ['run', 'choked-model1', '--duration', '5'], { cwd: folder });
  expect(/^choked\b/m.test(table), `chokepoint of the packages prints no row of CHOKeD:\n${table}`);
  return (await outputOf(join(target, 'debug', 'trial'), [])).trim();
}

function checkContents(folder) {
  const files = filesUnder(folder);
  for (const file of [...LICENCES, 'README.md'])
    expect(files.includes(file), `${basename(folder)} is packed without ${file}.`);
  const manifest = readFileSync(join(folder, 'Cargo.toml'), 'utf8');
  expect(!/^path = "\.\./m.test(manifest), `${basename(folder)} depends on a folder beside it.`);
}
