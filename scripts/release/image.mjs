// Builds container images of the lab and of the program, if this machine can.

import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, dist } from '../build.mjs';
import { ask, root, run } from '../commands.mjs';
import { licencesOf } from '../licences.mjs';
import { binaryOfRelease } from './binary.mjs';
import { facts } from './facts.mjs';
import { emptied, expect, host, kept, outputOf, release } from './folders.mjs';
import { LICENCES } from './stage.mjs';

export const image = {
  name: 'image',
  remedy: 'Containerfile, or leave the step out',
  async make() {
    // The command `info` of the container program fails if its daemon is not running.
    const builder = ['podman', 'docker'].find((name) => ask(name, ['info']) !== undefined);
    if (builder === undefined) return [{ skipped: 'no builder: neither podman nor docker runs here' }];
    if (process.platform !== 'linux') return [{ skipped: 'the program in the image is one of Linux' }];
    await build();
    await run('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'chokepoint-cli']);
    const context = emptied(join(kept, 'image'));
    cpSync(dist, join(context, 'lab'), { recursive: true });
    copyFileSync(binaryOfRelease(), join(context, 'chokepoint'));
    mkdirSync(join(context, 'licences'));
    for (const file of LICENCES) copyFileSync(join(root, file), join(context, 'licences', file));
    writeFileSync(join(context, 'licences', 'licences.txt'), licencesOf('chokepoint-cli', host()));
    const made = [];
    for (const name of ['lab', 'chokepoint']) {
      const tag = `${name === 'lab' ? 'chokepoint-lab' : name}:${facts().version}`;
      await run(builder, ['build', '--target', name, '-t', tag, '-f', join(root, 'Containerfile'), context]);
      const file = join(release, `${tag.replace(':', '-')}-image.tar`);
      await run(builder, ['save', '-o', file, tag]);
      made.push({ file, use: name === 'lab' ? 'built' : await use(builder, tag) });
    }
    return made;
  },
};

async function use(builder, tag) {
  const table = await outputOf(builder, ['run', '--rm', tag, 'run', 'choked-model1', '--duration', '5']);
  expect(/^choked\b/m.test(table), `the image printed no row of CHOKeD:\n${table}`);
  return 'a preset run';
}
