/** The statistics of an interval, loaded when one is looked at. */

import { onDemand } from '../../ui/on-demand';

export const IntervalPanel = onDemand('The interval', async () => (await import('./IntervalPanel')).IntervalPanel, {
  isQuiet: true,
});
