// `npm run docs:crates`: builds the published crates' documentation as docs.rs will. A broken link is an error.

import { join } from 'node:path';
import { ask, isEntryPoint, main, Problem, root, run } from './commands.mjs';

/** Documents the libraries; the program has its own help. Returns the folder, which has one subfolder per library. */
export async function documentCrates() {
  const metadata = ask('cargo', ['metadata', '--locked', '--no-deps', '--format-version', '1']);
  if (metadata === undefined) throw new Problem('`cargo metadata` failed.');
  const { packages, target_directory } = JSON.parse(metadata);
  const published = packages.filter(({ publish }) => publish === null).flatMap(({ name }) => ['-p', name]);
  const env = { ...process.env, RUSTDOCFLAGS: '-D warnings' };
  await run('cargo', ['doc', '--locked', '--no-deps', '--lib', ...published], { env });
  return join(target_directory ?? join(root, 'target'), 'doc');
}

if (isEntryPoint(import.meta.url)) main(documentCrates);
