import type { Scenario } from '../core/border/scenario';

export const SMALL_SCENE: Scenario = {
  schema: 1,
  id: 'choked-model1',
  title: 'Model 1',
  seed: 7,
  duration_s: 20,
  measured_from_s: 0,
  profile: 'ns2',
  bottleneck: { capacity_bps: 1e6, delay_s: 0.01 },
  access: { rate_bps: 1e7, delay_s: 0.01 },
  queue: { params: {} },
  lanes: [{ aqm: 'choked', params: {} }],
  flows: [
    { transport: 'udp', source: 'cbr', count: 1, packet_bytes: 1000, start_s: [0, 1], rate_bps: 2e6 },
    { transport: 'newreno', source: 'ftp', count: 33, packet_bytes: 1000, start_s: [0, 1] },
  ],
  interventions: [],
};
