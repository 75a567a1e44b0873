/** The plots of the panel, in the order of their layout. */

import type { PlotDefinition } from './definition';
import { DROPS } from './drops';
import { FAIRNESS } from './fairness';
import { FLOWS } from './flows';
import { HITS } from './hits';
import { QUEUE } from './queue';
import { THROUGHPUT } from './throughput';
import { WATCHED } from './watched';
import { WINDOWS } from './windows';

export const PLOTS: readonly PlotDefinition[] = [WATCHED, WINDOWS, THROUGHPUT, FAIRNESS, QUEUE, DROPS, FLOWS, HITS];
