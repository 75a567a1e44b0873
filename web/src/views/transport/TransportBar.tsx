/** The bar along the bottom, as in a video player. Read-outs are written by the frame loop, not by React. */

import { useEffect, useRef } from 'react';
import { formatDuration, formatFixed, formatTime } from '../../base/format';
import { Icon } from '../../base/Icon';
import { onFrame } from '../../run/frame-loop';
import { PACES } from '../../run/playback';
import type { RunBuffer } from '../../run/run-buffer';
import { useRun } from '../../run/use-run';
import { shownInterventions } from '../../scenario/edit';
import { type SceneActions, useScene } from '../../store/scene-store';
import './transport.css';

interface Props {
  run: RunBuffer;
  actions: SceneActions;
  onShowKeys: () => void;
}

export function TransportBar({ run, actions, onShowKeys }: Props) {
  useRun(run);
  const state = useScene((scene) => scene.state);
  const isPlaying = state === 'playing';
  const duration_s = run.facts.scenario.duration_s;

  return (
    <section className="transport" aria-label="Transport">
      <div className="transport__buttons">
        <button type="button" className="button button--icon" title="Restart (Home)" onClick={() => actions.restart()}>
          <Icon name="restart" />
          <span className="visually-hidden">Restart</span>
        </button>
        <button
          type="button"
          className="button button--accent button--icon transport__play"
          title={isPlaying ? 'Pause (space)' : 'Play (space)'}
          disabled={state === 'lost'}
          onClick={() => actions.togglePlay()}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
          <span className="visually-hidden">{isPlaying ? 'Pause' : 'Play'}</span>
        </button>
        <button
          type="button"
          className="button button--icon"
          title="Step one decision (right arrow)"
          disabled={state === 'finished' || state === 'lost'}
          onClick={() => actions.step()}
        >
          <Icon name="step" />
          <span className="visually-hidden">Step one decision</span>
        </button>
      </div>
      <SpeedControl onPace={(pace) => actions.setPace(pace)} />
      <Progress run={run} />
      <Clock run={run} duration_s={duration_s} />
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
  return (
    <label className="transport__speed">
      <span className="transport__pace">
        <span className="visually-hidden">Speed</span>
        <strong>{choice?.name}</strong> <span className="transport__meaning">{choice?.meaning}</span>
      </span>
      <input
        type="range"
        className="slider"
        min={0}
        max={PACES.length - 1}
        step={1}
        value={pace}
        aria-label="Speed"
        aria-valuetext={`${choice?.name}, ${choice?.meaning}`}
        ref={(element) => element?.style.setProperty('--fill', `${(pace / (PACES.length - 1)) * 100}%`)}
        onChange={(event) => onPace(Number(event.target.value))}
      />
    </label>
  );
}

/** How far the run is, with a flag for each setting changed on the way. */
function Progress({ run }: { run: RunBuffer }) {
  const bar = useRef<HTMLDivElement>(null);
  const fill = useRef<HTMLDivElement>(null);
  const duration_s = run.facts.scenario.duration_s;

  useEffect(() => {
    let shown = Number.NaN;
    let spoken = Number.NaN;
    return onFrame('paint', () => {
      const now_s = run.latest.scalars.now_s;
      if (now_s === shown) return;
      shown = now_s;
      const share = Math.min(1, now_s / duration_s);
      if (fill.current !== null) fill.current.style.transform = `scaleX(${share})`;
      // A screen reader that looks gets whole seconds; an attribute written every frame would only cost.
      if (Math.floor(now_s) === spoken || bar.current === null) return;
      spoken = Math.floor(now_s);
      bar.current.setAttribute('aria-valuenow', String(spoken));
      bar.current.setAttribute('aria-valuetext', `${spoken} of ${formatDuration(duration_s)}`);
    });
  }, [run, duration_s]);

  return (
    <div className="progress">
      <div
        ref={bar}
        className="progress__bar"
        role="progressbar"
        aria-label="Simulated time"
        aria-valuemin={0}
        aria-valuemax={duration_s}
      >
        <div className="progress__fill" ref={fill} />
      </div>
      {shownInterventions(run.marks).map(({ change, key }) => (
        <span
          key={key}
          className="progress__mark"
          style={{ left: `${Math.min(100, (change.at_s / duration_s) * 100)}%` }}
          title={`${formatTime(change.at_s)}: ${change.path} = ${change.value}`}
        />
      ))}
    </div>
  );
}

function Clock({ run, duration_s }: { run: RunBuffer; duration_s: number }) {
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
