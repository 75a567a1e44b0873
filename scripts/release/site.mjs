// Packs the lab as a folder of static files. To test the archive, unpacks it into an empty folder, serves it under a
// sub-path, and fetches every file.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, dist } from '../build.mjs';
import { serve } from '../serve.mjs';
import { facts } from './facts.mjs';
import { expect, filesUnder, inEmptyFolder, pack, release, unpack } from './folders.mjs';

export const site = {
  name: 'site',
  remedy: '`npm run build`, then `node scripts/serve.mjs`',
  async make() {
    await build({ withCrates: true });
    const file = join(release, `chokepoint-lab-${facts().version}.tar.gz`);
    await pack(file, dist);
    return [{ file, use: await inEmptyFolder((folder) => use(folder, file)) }];
  },
};

async function use(folder, archive) {
  await unpack(archive, folder);
  const files = filesUnder(folder);
  expect(files.join() === filesUnder(dist).join(), 'the archive has other files than web/dist.');
  const server = await serve(folder, { port: 0 });
  try {
    for (const file of files) {
      const answer = await fetch(`${server.address}${file === 'index.html' ? '' : file}`);
      expect(answer.ok, `${file} is answered with ${answer.status}.`);
      const served = hash(Buffer.from(await answer.arrayBuffer()));
      expect(served === hash(readFileSync(join(dist, file))), `${file} is served with other bytes than were built.`);
    }
  } finally {
    server.close();
  }
  return `${files.length} files served, equal to web/dist`;
}

export function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
