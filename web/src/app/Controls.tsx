/** The controls of the focused lane: with several lanes, which one it is and for whom its parameters are changed. */

import { focusedLane, type LaneRun } from '../run/lanes';
import type { Session } from '../session/session';
import { changeForAllLanes, useView } from '../store/view-store';
import { ControlsPanel } from '../views/controls/ControlsPanel';
import { LaneHead } from '../views/picker/LaneHead';

export function Controls({ lanes, actions }: { lanes: readonly LaneRun[]; actions: Session }) {
  const isForAll = useView((state) => state.isForAllLanes);
  const lead = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  return (
    <>
      {lanes.length > 1 && (
        <LaneHead lanes={lanes} lead={lead} isForAll={isForAll} onForAll={changeForAllLanes} actions={actions} />
      )}
      <ControlsPanel
        run={lead.run}
        scope={{ lane: lead.index, isForAll: isForAll || lanes.length === 1 }}
        actions={actions}
      />
    </>
  );
}
