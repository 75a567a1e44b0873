// `npm run docs:crates`: the documents of the published crates, as docs.rs will make them. A link that leads nowhere is an error.

import { ask, main, Problem, run } from './commands.mjs';

main(async () => {
  const metadata = ask('cargo', ['metadata', '--locked', '--no-deps', '--format-version', '1']);
  if (metadata === undefined) throw new Problem('`cargo metadata` failed.');
  const published = JSON.parse(metadata).packages.filter(({ publish }) => publish === null);
  const env = { ...process.env, RUSTDOCFLAGS: '-D warnings' };
  // The libraries: the program has its own help.
  await run('cargo', ['doc', '--locked', '--no-deps', '--lib', ...published.flatMap(({ name }) => ['-p', name])], {
    env,
  });
});
