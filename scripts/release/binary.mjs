// Builds the release archive of the program `chokepoint` for this system, with its manual, completions and licences. To
// test the archive, unpacks it into an empty folder and runs the program there.

import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../commands.mjs';
import { licencesOf } from '../licences.mjs';
import { facts } from './facts.mjs';
import { emptied, expect, filesUnder, host, inEmptyFolder, kept, outputOf, pack, release, unpack } from './folders.mjs';
import { LICENCES } from './stage.mjs';

const program = process.platform === 'win32' ? 'chokepoint.exe' : 'chokepoint';
export const binaryOfRelease = () => join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release', program);

export const binary = {
  name: 'binary',
  remedy: '`cargo build --release --locked -p chokepoint-cli`',
  async make() {
    await run('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'chokepoint-cli']);
    const name = `chokepoint-${facts().version}-${host()}`;
    const folder = emptied(join(kept, 'binary', name));
    const built = binaryOfRelease();
    copyFileSync(built, join(folder, program));
    for (const file of [...LICENCES, 'README.md', 'CITATION.cff']) copyFileSync(join(root, file), join(folder, file));
    writeFileSync(join(folder, 'licences.txt'), licencesOf('chokepoint-cli', host()));
    await run(built, ['man', '--out', join(folder, 'man')]);
    mkdirSync(join(folder, 'completions'));
    for (const shell of ['bash', 'elvish', 'fish', 'powershell', 'zsh'])
      writeFileSync(join(folder, 'completions', `chokepoint.${shell}`), await outputOf(built, ['completions', shell]));
    const file = join(release, `${name}.tar.gz`);
    await pack(file, join(kept, 'binary'), [name]);
    return [{ file, use: await inEmptyFolder((empty) => use(empty, file, name)) }];
  },
};

async function use(folder, archive, name) {
  await unpack(archive, folder);
  const unpacked = join(folder, name);
  const own = join(unpacked, program);
  expect(existsSync(own), `${archive} does not contain ${name}/${program}.`);
  expect(filesUnder(unpacked).includes('man/chokepoint-run.1'), 'the manual has no page of chokepoint run.');
  const table = await outputOf(own, ['run', 'choked-model1', '--duration', '20'], { cwd: folder });
  const row = table.split('\n').find((line) => line.startsWith('choked '));
  expect(row !== undefined, `chokepoint run printed no row of CHOKeD:\n${table}`);
  return `run: ${row.replaceAll(/\s+/g, ' ').trim()}`;
}
