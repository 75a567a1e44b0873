/**
 * The presenter's playback controls: play, single steps and the choice of what a step is, the speed, and a strip that
 * shows the whole run.
 */

import type { LaneRun } from '../../core/run/lanes';
import type { SceneActions } from '../../core/scene/scene-store';
import { Scrubber } from '../../core/transport/Scrubber';
import { StepChooser } from '../../core/transport/StepChooser';
import { Clock, PaceChooser, PlayButton, StepBackButton, StepButton, Transport } from '../../core/transport/Transport';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
}

export function PresenterTransport({ lanes, actions }: Props) {
  return (
    <Transport lanes={lanes} className="presenter-transport">
      {(run) => (
        <>
          <StepBackButton run={run} actions={actions} />
          <PlayButton actions={actions} />
          <StepButton run={run} actions={actions} />
          <StepChooser run={run} actions={actions} />
          <PaceChooser title="Speed (up and down arrow)" actions={actions} />
          <Scrubber run={run} laneCount={lanes.length} actions={actions} />
          <Clock run={run} />
        </>
      )}
    </Transport>
  );
}
