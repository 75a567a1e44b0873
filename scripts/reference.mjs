// `npm run test:reference`: every scene that real ns-2 ran, with all seeds and both windows, pair by pair. As one of all the
// tests (`npm test`) the same scenes with fewer seeds, and only the whole run.

import { main, run } from './commands.mjs';

main(async () => {
  if (process.env.CHOKEPOINT_SHORT === undefined) process.env.CHOKEPOINT_REFERENCE = 'print';
  await run('cargo', [
    'test',
    '--locked',
    '--package',
    'chokepoint-engine',
    '--test',
    'reference',
    '--',
    '--nocapture',
  ]);
});
