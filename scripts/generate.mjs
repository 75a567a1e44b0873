// `npm run generate`: writes the files that are derived from the engine's own declarations (`*.gen.ts`,
// presets/schema). They are committed, and the test that compares them also knows how to write them.

import { main, run } from './commands.mjs';

main(() =>
  run('cargo', ['test', '--workspace', '--test', 'generated'], {
    env: { ...process.env, CHOKEPOINT_GENERATE: '1' },
  }),
);
