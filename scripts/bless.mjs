// `npm run bless`: accepts the numbers that the engine gives now as its goldens. Read the difference before committing it.

import { main, run } from './commands.mjs';

main(async () => {
  process.env.CHOKEPOINT_BLESS = '1';
  await run('cargo', ['test', '-p', 'chokepoint-engine', '--test', 'golden']);
  await run('git', ['--no-pager', 'diff', '--stat', '--', 'engine/tests/golden']);
});
