/**
 * Buttons to play and to step back and forward, the run as a strip, and the clock. If there is room, also the speed.
 */

import type { LaneRun } from '../core/run/lanes';
import type { SceneActions } from '../core/scene/scene-store';
import { Scrubber } from '../core/transport/Scrubber';
import { Clock, PaceChooser, PlayButton, StepBackButton, StepButton, Transport } from '../core/transport/Transport';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
}

/** The transport. Its tooltips name no keys: until the user clicks in the frame, the outer page gets the keys. */
export function EmbedTransport({ lanes, actions }: Props) {
  return (
    <Transport lanes={lanes} className="embed-transport">
      {(run) => (
        <>
          <PlayButton actions={actions} hasKeys={false} />
          <StepBackButton run={run} actions={actions} hasKeys={false} />
          <StepButton run={run} actions={actions} hasKeys={false} />
          <Scrubber run={run} laneCount={lanes.length} actions={actions} />
          <PaceChooser className="embed-transport__pace" actions={actions} />
          <Clock run={run} />
        </>
      )}
    </Transport>
  );
}
