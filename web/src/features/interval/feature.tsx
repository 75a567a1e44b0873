/** The statistics of an interval, loaded on demand. */

import { onDemand } from '../../ui/on-demand';

export const IntervalPanel = onDemand('The interval', async () => (await import('./IntervalPanel')).IntervalPanel, {
  isQuiet: true,
});
