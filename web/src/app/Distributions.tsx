/** The distributions of queue length and waiting time, loaded when somebody asks for them. */

import { lazy } from 'react';
import type { LaneRun } from '../run/lanes';
import { Lazy } from './Lazy';

const DistributionPanel = lazy(() =>
  import('../views/plots/DistributionPanel').then((module) => ({ default: module.DistributionPanel })),
);

export function Distributions({ lanes }: { readonly lanes: readonly LaneRun[] }) {
  return (
    <Lazy what="The distributions">
      <DistributionPanel lanes={lanes} />
    </Lazy>
  );
}
