/** The transport bar at the bottom of the lab. */

import type { ReactNode } from 'react';
import { formatNumber } from '../../base/format';
import { IconButton } from '../../ui/IconButton';
import { onDemand } from '../../ui/on-demand';
import { POCKET, useMedia } from '../../ui/use-media';
import type { LaneRun } from '../run/lanes';
import { PACES } from '../run/playback';
import type { RunBuffer } from '../run/run-buffer';
import { type SceneActions, useScene } from '../scene/scene-store';
import { Scrubber } from './Scrubber';
import { StepChooser } from './StepChooser';
import { Clock, NextButton, PlayButton, StepBackButton, StepButton, Transport } from './Transport';

interface Props {
  lanes: readonly LaneRun[];
  actions: SceneActions;
  /** True if the bar has buttons for playing backward and stepping back. */
  isFull: boolean;
  /** The content of a run's scrubber. */
  onScrubber: (run: RunBuffer) => ReactNode;
}

export function TransportBar({ lanes, actions, isFull, onScrubber }: Props) {
  const isPocket = useMedia(POCKET);
  const scrubber = (run: RunBuffer) => (
    <Scrubber run={run} laneCount={lanes.length} actions={actions}>
      {onScrubber(run)}
    </Scrubber>
  );
  if (isPocket)
    return (
      <Transport lanes={lanes} className="transport--pocket">
        {(run) => (
          <>
            <PlayButton actions={actions} />
            <StepButton run={run} actions={actions} />
            {scrubber(run)}
            <Clock run={run} />
            <More>
              <Buttons run={run} actions={actions} isFull={isFull} isRest />
              <StepChooser run={run} actions={actions} />
              <SpeedControl onPace={(pace) => actions.setPace(pace)} />
            </More>
          </>
        )}
      </Transport>
    );
  return (
    <Transport lanes={lanes} className={isFull ? '' : 'transport--lean'}>
      {(run) => (
        <>
          <Buttons run={run} actions={actions} isFull={isFull} />
          <StepChooser run={run} actions={actions} />
          <SpeedControl onPace={(pace) => actions.setPace(pace)} />
          {scrubber(run)}
          <Clock run={run} />
        </>
      )}
    </Transport>
  );
}

/** The button for controls that do not fit in one row. */
const More = onDemand('Speed and steps', async () => (await import('./MoreOfTransport')).MoreOfTransport, {
  isQuiet: true,
});

interface ButtonsProps {
  readonly run: RunBuffer;
  readonly actions: SceneActions;
  readonly isFull: boolean;
  /**
   * True in the popup of a narrow bar. The buttons for playing and stepping forward are left out there, because the bar
   * itself has them.
   */
  readonly isRest?: boolean;
}

function Buttons({ run, actions, isFull, isRest = false }: ButtonsProps) {
  const state = useScene((scene) => scene.state);
  const isBackward = useScene((scene) => scene.state === 'playing' && scene.direction === 'backward');
  return (
    <div className="row row--tight fixed transport__buttons">
      <IconButton icon="restart" name="Restart" keyName="Home" onPress={() => actions.restart()} />
      {isFull && (
        <IconButton
          icon="backward"
          name="Play backward"
          keyName="b"
          isPressed={isBackward}
          isDisabled={state === 'lost'}
          onPress={() => (isBackward ? actions.togglePlay() : actions.playBackward())}
        />
      )}
      {isFull && <StepBackButton run={run} actions={actions} />}
      {!isRest && <PlayButton actions={actions} />}
      {!isRest && (isFull ? <StepButton run={run} actions={actions} /> : <NextButton run={run} actions={actions} />)}
    </div>
  );
}

function SpeedControl({ onPace }: { onPace: (pace: number) => void }) {
  const pace = useScene((scene) => scene.pace);
  const choice = PACES[pace];
  const rate = useScene((scene) => scene.achievedRate);
  const meaning = rate === undefined ? choice?.meaning : `${shownRate(rate)} × here, as fast as this machine can`;
  return (
    <label className="fixed transport__speed">
      <span className="small one-line">
        <span className="visually-hidden">Speed</span>
        <strong>{choice?.name}</strong>{' '}
        <span className="faint transport__meaning" title={meaning}>
          {meaning}
        </span>
      </span>
      <input
        type="range"
        className="slider"
        min={0}
        max={PACES.length - 1}
        step={1}
        value={pace}
        aria-label="Speed"
        aria-valuetext={`${choice?.name}, ${meaning}`}
        ref={(element) => element?.style.setProperty('--fill', `${(pace / (PACES.length - 1)) * 100}%`)}
        onChange={(event) => onPace(Number(event.target.value))}
      />
    </label>
  );
}

function shownRate(rate: number): string {
  return rate < 1e-4 ? 'under 0.0001' : formatNumber(rate, 2);
}
