/** The explanation of the last decision, followed by the discipline's pseudo-code. */

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
