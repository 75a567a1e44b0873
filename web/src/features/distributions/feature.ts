import type { Feature, TabProps } from '../../core/session/feature';
import { onDemand } from '../../ui/on-demand';

/** The distributions of queue length and waiting time, shown in place of the plots. */
export const DISTRIBUTIONS: Feature = {
  id: 'distributions',
  tab: {
    id: 'distributions',
    Panel: onDemand<TabProps>('The distributions', async () => (await import('./DistributionPanel')).DistributionPanel),
  },
};
