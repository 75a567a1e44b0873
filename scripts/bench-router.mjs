// Measures how many packets a second the router passes through CHOKe, on Linux with the necessary privileges. Provides
// rows for `npm run bench`, or runs on its own (`node scripts/bench-router.mjs`, as root). Senders and receivers share
// the router's cores.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { table } from './bench-table.mjs';
import { isEntryPoint, main, Problem, root, run } from './commands.mjs';

const offers = [
  ['1500 bytes, 20,000 a second', '--tcp 0 --udp 2 --rate 200mbit --udp-rate 120mbit'],
  ['64 bytes, 23,400 a second', '--tcp 0 --udp 2 --packet-bytes 64 --rate 10mbit --udp-rate 6mbit'],
  ['5 TCP and 1 UDP at 100 Mb/s', '--tcp 5 --udp 1 --rate 100mbit --udp-rate 50mbit'],
];

/** A row for each offered load. Throws a `Problem` without Linux, root, or a program that sets the packet filter. */
export async function measureRouter() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    throw new Problem('The router is measured on Linux, as root.');
  await run('cargo', ['build', '--quiet', '--release', '--package', 'chokepoint-router']);
  const program = join(root, 'target', 'release', 'chokepoint-router');
  return offers.map(([offered, options]) => {
    const args = ['demo', '--aqm', 'choke', '--buffer', '100', '--seconds', '12', '--no-simulation', '--json'];
    const { status, stdout, stderr } = spawnSync(program, [...args, ...options.split(' ')], { encoding: 'utf8' });
    if (status !== 0) throw new Problem(`The router could not be measured:\n${stderr}`);
    const { bottleneck, duration_s, linux } = JSON.parse(stdout);
    const { queue_full, socket_full } = linux.lost_before_the_router_packets;
    return {
      offered,
      'arrived [packets/s]': Math.round(bottleneck.arrived_packets / duration_s),
      'lost before the router [packets]': queue_full + socket_full,
      'link in use [%]': bottleneck.utilization * 100,
      'CPU of the router [% of a core]': linux.cpu_share * 100,
      'verdicts late, 99 % [ms]': linux.verdict_lateness_s.p99 * 1000,
    };
  });
}

if (isEntryPoint(import.meta.url))
  main(async () => {
    table('Real packets through CHOKe (12 s each)', await measureRouter());
  });
