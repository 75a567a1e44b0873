/** The sweep over settings, loaded when somebody opens it. */

import { onDemand } from '../base/on-demand';

export const Sweep = onDemand('The sweep', async () => (await import('../views/sweep/SweepPanel')).SweepPanel);
