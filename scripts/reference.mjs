// `npm run test:reference`: every scene that real ns-2 ran, with all seeds and both windows, pair by pair. `npm test` runs the same
// scenes with fewer seeds.

import { main, run } from './commands.mjs';

main(async () => {
  process.env.CHOKEPOINT_REFERENCE = 'print';
  await run('cargo', ['test', '--package', 'chokepoint-engine', '--test', 'reference', '--', '--nocapture']);
});
