/** The distributions of queue length and waiting time, loaded when somebody asks for them. */

import { onDemand } from '../../ui/on-demand';

export const Distributions = onDemand(
  'The distributions',
  async () => (await import('./DistributionPanel')).DistributionPanel,
);
