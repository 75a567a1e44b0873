/**
 * The controls of the focused lane. With several lanes, a heading names this lane and the lanes to which a change
 * applies.
 */

import { ControlsPanel } from '../core/controls/ControlsPanel';
import { changeForAllLanes, useView } from '../core/page/view-store';
import { LaneHead } from '../core/picker/LaneHead';
import { focusedLane, type LaneRun } from '../core/run/lanes';
import type { Session } from '../core/session/session';

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
