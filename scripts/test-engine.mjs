// `npm run test:engine`: every Rust test but those that have a step of their own. cargo can name what to run, but not
// what to leave out.

import { ask, main, run } from './commands.mjs';

const withTheirOwnStep = new Set(['reference', 'fuzz']);

main(async () => {
  const { packages } = JSON.parse(ask('cargo', ['metadata', '--no-deps', '--format-version', '1']));
  const tests = packages
    .flatMap(({ targets }) => targets)
    .filter(({ kind, name }) => kind.includes('test') && !withTheirOwnStep.has(name))
    .flatMap(({ name }) => ['--test', name]);
  await run('cargo', ['test', '--workspace', '--lib', '--bins', '--examples', ...tests]);
  await run('cargo', ['test', '--workspace', '--doc']);
});
