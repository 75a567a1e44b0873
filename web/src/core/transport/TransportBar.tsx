/** The bar along the bottom, as in a video player. Read-outs are written by the frame loop, not by React. */

import { type ReactNode, useEffect, useRef } from 'react';
import { formatDuration, formatFixed, formatNumber } from '../../base/format';
import { Icon } from '../../ui/Icon';
import { useView } from '../page/view-store';
import { onFrame } from '../run/frame-loop';
import { focusedLane, type LaneRun } from '../run/lanes';
import { PACES } from '../run/playback';
import type { RunBuffer } from '../run/run-buffer';
import { useRun } from '../run/use-run';
import { type SceneActions, useScene } from '../scene/scene-store';
import { Scrubber } from './Scrubber';
import { StepChooser, TransportButtons } from './StepControls';
import './transport.css';

interface Props {
  lanes: readonly LaneRun[];
  actions: SceneActions;
  onShowKeys: () => void;
  /** Stands in the scrubber of a run. */
  onScrubber: (run: RunBuffer) => ReactNode;
}

export function TransportBar({ lanes, actions, onShowKeys, onScrubber }: Props) {
  const { run } = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  useRun(run);
  return (
    <section className="transport" aria-label="Transport">
      <TransportButtons run={run} actions={actions} />
      <StepChooser run={run} actions={actions} />
      <SpeedControl onPace={(pace) => actions.setPace(pace)} />
      <Scrubber run={run} laneCount={lanes.length} actions={actions}>
        {onScrubber(run)}
      </Scrubber>
      <Clock run={run} duration_s={run.facts.scenario.duration_s} />
      <button
        type="button"
        className="button button--icon button--quiet transport__keys"
        title="Keys (?)"
        onClick={onShowKeys}
      >
        <Icon name="keys" />
        <span className="visually-hidden">Show the keys</span>
      </button>
    </section>
  );
}

function SpeedControl({ onPace }: { onPace: (pace: number) => void }) {
  const pace = useScene((scene) => scene.pace);
  const choice = PACES[pace];
  const rate = useScene((scene) => scene.achievedRate);
  const meaning = rate === undefined ? choice?.meaning : `${shownRate(rate)} × here, as fast as this machine can`;
  return (
    <label className="transport__speed">
      <span className="transport__pace">
        <span className="visually-hidden">Speed</span>
        <strong>{choice?.name}</strong>{' '}
        <span className="transport__meaning" title={meaning}>
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

export function Clock({ run, duration_s }: { run: RunBuffer; duration_s: number }) {
  const time = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let shown = Number.NaN;
    return onFrame('paint', () => {
      const now_s = run.latest.scalars.now_s;
      if (now_s === shown || time.current === null) return;
      shown = now_s;
      time.current.textContent = formatFixed(now_s, 3);
    });
  }, [run]);
  return (
    <p className="clock">
      <span className="clock__time">
        <span className="clock__now" ref={time} role="timer" aria-label="Simulated time in seconds" aria-live="off" />
        <span className="clock__unit"> s</span>
      </span>{' '}
      <span className="clock__end">of {formatDuration(duration_s)}</span>
    </p>
  );
}
