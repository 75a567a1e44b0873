// The engine as a library of JavaScript: a scene of one greedy flow and ten of TCP under CHOKe, run to its end.
//
//   npm install @chokepoint/engine
//   node library.mjs

import { load, run } from '@chokepoint/engine';

await load();
const result = run({
  duration_s: 20,
  lanes: [{ aqm: 'choke' }],
  flows: [
    { transport: 'udp', rate_bps: 2_000_000 },
    { transport: 'newreno', count: 10 },
  ],
});
const udp = result.classes.udp.throughput_bps / 1e3;
const queue = result.bottleneck.queue_packets.mean;
console.log(`UDP offers 2000 kb/s and gets ${udp.toFixed(3)}; ${queue.toFixed(6)} packets wait on average`);
