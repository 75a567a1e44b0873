/** The sweep over settings, loaded when somebody opens it. */

import { onDemand } from '../../ui/on-demand';

export const Sweep = onDemand('The sweep', async () => (await import('./SweepPanel')).SweepPanel);
