/** What a lecturer needs of the transport: play, steps by a kind of step, the pace, and the run as a strip. */

import { useView } from '../../core/page/view-store';
import { focusedLane, type LaneRun } from '../../core/run/lanes';
import { PACES } from '../../core/run/playback';
import { useRun } from '../../core/run/use-run';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { Scrubber } from '../../core/transport/Scrubber';
import { StepChooser } from '../../core/transport/StepControls';
import { stepAction } from '../../core/transport/step-kinds';
import { Clock } from '../../core/transport/TransportBar';
import { Icon } from '../../ui/Icon';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
}

export function PresenterTransport({ lanes, actions }: Props) {
  const { run } = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  useRun(run);
  const state = useScene((scene) => scene.state);
  const stepKind = useScene((scene) => scene.stepKind);
  const pace = useScene((scene) => scene.pace);
  const isPlaying = state === 'playing';
  const isLost = state === 'lost';
  const back = stepAction(stepKind, 'back', run.catalog, run.facts);
  const forward = stepAction(stepKind, 'forward', run.catalog, run.facts);
  return (
    <section className="presenter-transport transport" aria-label="Transport">
      <button
        type="button"
        className="button button--icon"
        title={`${back} (left arrow)`}
        disabled={isLost}
        onClick={() => actions.step('back')}
      >
        <Icon name="stepBack" />
        <span className="visually-hidden">{back}</span>
      </button>
      <button
        type="button"
        className="button button--accent button--icon"
        title={isPlaying ? 'Pause (space)' : 'Play (space)'}
        disabled={isLost}
        onClick={() => actions.togglePlay()}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
        <span className="visually-hidden">{isPlaying ? 'Pause' : 'Play'}</span>
      </button>
      <button
        type="button"
        className="button button--icon"
        title={`${forward} (right arrow)`}
        disabled={state === 'finished' || isLost}
        onClick={() => actions.step('forward')}
      >
        <Icon name="step" />
        <span className="visually-hidden">{forward}</span>
      </button>
      <StepChooser run={run} actions={actions} />
      <select
        className="select presenter-pace"
        aria-label="Speed"
        title="Speed (up and down arrow)"
        value={pace}
        onChange={(event) => actions.setPace(Number(event.target.value))}
      >
        {PACES.map(({ name }, place) => (
          <option key={name} value={place}>
            {name}
          </option>
        ))}
      </select>
      <Scrubber run={run} laneCount={lanes.length} actions={actions} />
      <Clock run={run} duration_s={run.facts.scenario.duration_s} />
    </section>
  );
}
