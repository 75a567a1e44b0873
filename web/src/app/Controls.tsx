/** The controls of the focused lane: with several lanes, which one it is and for whom its parameters are changed. */

import { useState } from 'react';
import { focusedLane, type LaneRun } from '../run/lanes';
import type { Session } from '../session/session';
import { useView } from '../store/view-store';
import { ControlsPanel } from '../views/controls/ControlsPanel';
import { LaneHead } from '../views/picker/LaneHead';

export function Controls({ lanes, actions }: { lanes: readonly LaneRun[]; actions: Session }) {
  const [isForAll, setForAll] = useState(true);
  const lead = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  return (
    <>
      {lanes.length > 1 && (
        <LaneHead lanes={lanes} lead={lead} isForAll={isForAll} onForAll={setForAll} actions={actions} />
      )}
      <ControlsPanel run={lead.run} scope={{ lane: lead.index, isForAll }} actions={actions} />
    </>
  );
}
