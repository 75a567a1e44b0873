/** Going back and forth: playing backward, and steps by whatever is chosen. */

import { Icon } from '../../ui/Icon';
import { NumberField } from '../../ui/NumberField';
import type { RunBuffer } from '../run/run-buffer';
import { type SceneActions, useScene } from '../scene/scene-store';
import { isByNumber, ONE_FLOW, type StepChoice, stepAction, stepGroups, stepKey, stepName } from './step-kinds';

type StepActions = Pick<SceneActions, 'restart' | 'togglePlay' | 'playBackward' | 'step' | 'setStepKind'>;

interface Props {
  run: RunBuffer;
  actions: StepActions;
}

export function TransportButtons({ run, actions }: Props) {
  const state = useScene((scene) => scene.state);
  const direction = useScene((scene) => scene.direction);
  const stepKind = useScene((scene) => scene.stepKind);
  const isHalfway = useScene((scene) => scene.isHalfway) && state !== 'playing';
  const isPlaying = state === 'playing';
  const isBackward = isPlaying && direction === 'backward';
  const isLost = state === 'lost';
  const back = stepAction(stepKind, 'back', run.catalog, run.facts);
  const forward = stepAction(stepKind, 'forward', run.catalog, run.facts);

  return (
    <div className="transport__buttons">
      <button type="button" className="button button--icon" title="Restart (Home)" onClick={() => actions.restart()}>
        <Icon name="restart" />
        <span className="visually-hidden">Restart</span>
      </button>
      <button
        type="button"
        className="button button--icon"
        title="Play backward (b)"
        aria-pressed={isBackward}
        disabled={isLost}
        onClick={() => (isBackward ? actions.togglePlay() : actions.playBackward())}
      >
        <Icon name="backward" />
        <span className="visually-hidden">Play backward</span>
      </button>
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
        className="button button--accent button--icon transport__play"
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
        title={`${isHalfway ? 'Carry out what the match leads to' : forward} (right arrow)`}
        disabled={state === 'finished' || isLost}
        onClick={() => actions.step('forward')}
      >
        <Icon name="step" />
        <span className="visually-hidden">{forward}</span>
      </button>
    </div>
  );
}

/**
 * A native list: thumbs, keys and screen readers know it, and it holds the packets of hundreds of flows. One of thousands
 * is chosen by its number.
 */
export function StepChooser({ run, actions }: Props) {
  const stepKind = useScene((scene) => scene.stepKind);
  const groups = stepGroups(run.catalog, run.about, run.facts);
  const choices = groups.flatMap((group) => group.choices);
  const flow = stepKind.kind === 'arrival' && isByNumber(run.facts) ? stepKind.flow : undefined;
  const current = flow === undefined ? stepKey(stepKind) : ONE_FLOW;
  const isKnown = choices.some(({ key }) => key === current);
  const options = (members: readonly StepChoice[]) =>
    members.map(({ key, name }) => (
      <option key={key} value={key}>
        {name}
      </option>
    ));
  const list = (
    <label className="transport__steps">
      <span className="transport__label">Step by</span>
      <select
        className="select"
        value={current}
        aria-label="Step by"
        onChange={(event) => {
          const chosen = choices.find(({ key }) => key === event.target.value);
          if (chosen !== undefined) actions.setStepKind(chosen.kind);
        }}
      >
        {/* What was chosen under another discipline stays chosen until somebody chooses again. */}
        {!isKnown && <option value={current}>{stepName(stepKind, run.catalog, run.facts)}</option>}
        {groups.map(({ title, choices: members }) =>
          title === undefined ? (
            options(members)
          ) : (
            <optgroup key={title} label={title}>
              {options(members)}
            </optgroup>
          ),
        )}
      </select>
    </label>
  );
  if (flow === undefined) return list;
  return (
    <div className="transport__flow">
      {list}
      <NumberField
        label="Flow number"
        value={flow + 1}
        most={run.facts.flows.length}
        onChoose={(number) => actions.setStepKind({ kind: 'arrival', flow: number - 1 })}
      />
    </div>
  );
}
