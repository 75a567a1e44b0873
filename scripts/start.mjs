// `npm start`: from a fresh clone to the running page. Installs what is missing, builds what has changed, serves the
// built page and opens it. On the first start it serves a page that only plays scenes, and then builds the other parts.
//
// npm start -- [--no-open] [--port N]

import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { build, buildFirst, dist, isFirstBuild } from './build.mjs';
import { compileLab } from './build-wasm.mjs';
import { main } from './commands.mjs';
import { portFrom, serve } from './serve.mjs';
import { setUp } from './set-up.mjs';

main(async () => {
  const { values } = parseArgs({
    options: { 'no-open': { type: 'boolean', default: false }, port: { type: 'string' } },
  });
  console.log('Chokepoint: checking what is installed');
  await setUp({ forTests: false, beside: compileLab });
  const isFirst = isFirstBuild();
  await (isFirst ? buildFirst() : build());
  const { address } = await serve(dist, { port: portFrom(values.port ?? '4173'), strict: values.port !== undefined });
  console.log(`\n  Chokepoint is at ${address}\n  Ctrl+C ends it.\n`);
  if (!values['no-open']) openInBrowser(address);
  if (!isFirst) return;
  console.log('  Scenes play already. Building the rest: experiments, sweeps, lessons, scripts (some minutes)\n');
  await build();
  console.log(`\n  Everything is built: load ${address} again.\n`);
});

/** Opens the address in a browser. Without a desktop (CI, a remote shell), opens none: the address is printed. */
function openInBrowser(address) {
  const { CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (CI || SSH_CONNECTION) return;
  const opener = {
    darwin: ['open', address],
    win32: ['cmd', '/c', 'start', '', address],
    linux: DISPLAY || WAYLAND_DISPLAY ? ['xdg-open', address] : undefined,
  }[process.platform];
  if (opener === undefined) return;
  const [command, ...args] = opener;
  // A missing program is not an error, because the address is printed.
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
