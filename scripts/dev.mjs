// `npm run dev`: starts Vite's development server. The lab's engine is compiled once, quickly and with little
// optimisation. After changing the engine, run `node scripts/build-wasm.mjs --development`.

import { buildFull, buildLab } from './build-wasm.mjs';
import { main, runPackage } from './commands.mjs';
import { setUp } from './set-up.mjs';

main(async () => {
  await setUp({ forTests: false });
  await buildLab({ forDevelopment: true });
  await buildFull({ isAnyEnough: true });
  await runPackage('vite', ['web', ...process.argv.slice(2)]);
});
