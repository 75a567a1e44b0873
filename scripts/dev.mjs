// `npm run dev`: Vite's development server. The engine is compiled once; run `npm run build:wasm` after changing it.

import { buildWasm } from './build-wasm.mjs';
import { main, runPackage } from './commands.mjs';
import { setUp } from './set-up.mjs';

main(async () => {
  await setUp({ forTests: false });
  await buildWasm();
  await runPackage('vite', ['web', ...process.argv.slice(2)]);
});
