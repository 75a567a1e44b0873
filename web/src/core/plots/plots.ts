/** The list of plots in the panel, in the order of their layout. */

import { CONTROL } from './control';
import type { PlotDefinition } from './definition';
import { DROPS } from './drops';
import { FAIRNESS } from './fairness';
import { FLOWS } from './flows';
import { HITS } from './hits';
import { QUEUE } from './queue';
import { THROUGHPUT } from './throughput';
import { UDP_PART } from './udp-part';
import { WATCHED } from './watched';
import { WINDOWS } from './windows';

export const PLOTS: readonly PlotDefinition[] = [
  WATCHED,
  WINDOWS,
  THROUGHPUT,
  FAIRNESS,
  QUEUE,
  UDP_PART,
  CONTROL,
  DROPS,
  FLOWS,
  HITS,
];
