// `npm run bless`: accepts the numbers that the engine gives now as its goldens. Read the difference before committing it.
//
//   npm run bless                     of all presets
//   npm run bless -- character-red    of those whose names contain this

import { main, run } from './commands.mjs';

main(async () => {
  process.env.CHOKEPOINT_BLESS = process.argv[2] ?? '';
  await run('cargo', ['test', '--locked', '--workspace', '--test', 'main', 'golden::']);
  const goldens = ['--', 'engine/tests/golden'];
  await run('git', ['--no-pager', 'diff', '--stat', ...goldens]);
  // A file of a new preset has nothing to differ from.
  await run('git', ['status', '--short', ...goldens]);
});
