/** The explanation of the decision on the last packet, and the rule. */

import { Algorithm } from '../core/explain/Algorithm';
import { Why } from '../core/explain/Why';
import type { LaneRun } from '../core/run/lanes';
import '../core/explain/explain.css';

export function EmbedWhy({ lanes }: { readonly lanes: readonly LaneRun[] }) {
  return (
    <>
      <Why lanes={lanes} hasNumbers />
      <Algorithm lanes={lanes} isListing={false} />
    </>
  );
}
