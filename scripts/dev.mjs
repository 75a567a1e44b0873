// `npm run dev`: Vite's development server. The engine is compiled once, quickly rather than
// well; run `node scripts/build-wasm.mjs --development` after changing it.

import { buildWasm } from './build-wasm.mjs';
import { main, runPackage } from './commands.mjs';
import { setUp } from './set-up.mjs';

main(async () => {
  await setUp({ forTests: false });
  await buildWasm({ forDevelopment: true });
  await runPackage('vite', ['web', ...process.argv.slice(2)]);
});
