// Writes the section of docs/fidelity.md on real Linux, from the measurements of chokepoint-router in
// crates/core/engine/tests/reference/linux/shares.json.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../commands.mjs';

const percent = (share) => (share * 100).toFixed(1);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function linuxSection() {
  const file = join(root, 'crates', 'core', 'engine', 'tests', 'reference', 'linux', 'shares.json');
  const { origin, runs } = JSON.parse(readFileSync(file, 'utf8'));
  const disciplines = [...new Set(runs.map(({ aqm }) => aqm))];
  const rows = disciplines.map((aqm) => {
    const of = runs.filter((run) => run.aqm === aqm);
    const shares = of.map((run) => run.udp_share);
    const simulated = of.map((run) => run.simulated_udp_share);
    const difference = (mean(shares) - mean(simulated)) * 100;
    const texts = [shares, simulated].map((values) => `${values.map(percent).join(', ')} | ${percent(mean(values))}`);
    const late_ms = Math.max(...of.map((run) => run.verdict_late_p99_s)) * 1000;
    const lost = of.reduce((sum, run) => sum + run.lost_before_the_router, 0);
    const signed = `${difference < 0 ? '' : '+'}${difference.toFixed(1)}`;
    return `| ${aqm} | ${texts.join(' | ')} | ${signed} | ${late_ms.toFixed(2)} | ${lost} |`;
  });
  return `## Against real Linux

The same disciplines on real packets (\`docs/router.md\`): UDP's share of the bottleneck, in percent. One UDP flow sends at twice the rate of the link beside
five TCP flows (the kernel's Reno): 10 Mb/s, buffer 100, 60 s, three runs each, and the simulation of the same scenes (NewReno). Real hosts differ
from run to run, so means are compared.

| discipline | Linux | mean | simulated | mean | difference [points] | 99 % of verdicts late by at most [ms] | lost by the kernel [packets] |
| --- | --- | ---: | --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Origin of the table: ${origin}. \`docs/router.md\` explains the order of RED and drop-tail,
and the effect of pacing under Front and Back CHOKe.
`;
}
