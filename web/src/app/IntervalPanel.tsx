/** The statistics of an interval, loaded when one is looked at. */

import { onDemand } from '../base/on-demand';

export const IntervalPanel = onDemand(
  'The interval',
  async () => (await import('../views/interval/IntervalPanel')).IntervalPanel,
  { isQuiet: true },
);
