// `npm run router`: from a fresh clone to real packets in the page. Installs what is missing, builds the page and the
// router, and starts the router with the privileges that it needs.
//
// npm run router the live demo: the router of the paper, CHOKe, beside its simulation npm run router -- demo --live
// --aqm red any other command of chokepoint-router (docs/router.md)

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, dist } from './build.mjs';
import { main, Problem, root, run } from './commands.mjs';
import { setUp } from './set-up.mjs';

main(async () => {
  if (process.platform !== 'linux')
    throw new Problem('The router needs Linux: it takes packets from the queue of its kernel.');
  const given = process.argv.slice(2);
  const command = given.length > 0 ? given : ['demo', '--live'];
  await setUp({ forTests: false });
  if (command.includes('--live')) await build();
  await run('cargo', ['build', '--locked', '--release', '--package', 'chokepoint-router']);
  const page = command.includes('--live') ? ['--page', dist] : [];
  const program = [join(root, 'target', 'release', 'chokepoint-router'), ...command, ...page];
  // Only root may change the kernel's queues and network namespaces. The router drops all privileges that it does not
  // need.
  const [first, ...others] = process.getuid() === 0 ? program : ['sudo', ...program];
  const router = spawn(first, others, { stdio: 'inherit' });
  // Ctrl-C reaches the router, which then removes its queues and namespaces.
  process.on('SIGINT', () => {});
  router.on('error', (error) => {
    console.error(`${first} could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  router.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
});
