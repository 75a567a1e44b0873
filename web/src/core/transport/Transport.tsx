/**
 * The transport: the bar that plays, pauses and steps a run. The lab, the presenter and the embed arrange its parts in
 * different orders.
 */

import { type ReactNode, useEffect, useRef } from 'react';
import { formatDuration, formatFixed } from '../../base/format';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Select } from '../../ui/Select';
import { useView } from '../page/view-store';
import { comingAction } from '../run/describe-decision';
import { onFrame } from '../run/frame-loop';
import { focusedLane, type LaneRun } from '../run/lanes';
import { PACES } from '../run/playback';
import type { RunBuffer } from '../run/run-buffer';
import { useRun } from '../run/use-run';
import { type SceneActions, useScene } from '../scene/scene-store';
import { stepAction, stepName } from './step-kinds';
import './transport.css';

interface TransportProps {
  readonly lanes: readonly LaneRun[];
  readonly className?: string;
  /** Renders the parts of the transport. They belong to the run of the focused lane. */
  readonly children: (run: RunBuffer) => ReactNode;
}

export function Transport({ lanes, className = '', children }: TransportProps) {
  const { run } = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  useRun(run);
  return (
    <section className={`transport ${className}`} aria-label="Transport">
      {children(run)}
    </section>
  );
}

interface PlayProps {
  readonly actions: Pick<SceneActions, 'togglePlay'>;
  readonly hasKeys?: boolean;
}

/** `hasKeys`: true if the tooltip names the key. */
export function PlayButton({ actions, hasKeys = true }: PlayProps) {
  const state = useScene((scene) => scene.state);
  const isPlaying = state === 'playing';
  const name = isPlaying ? 'Pause' : 'Play';
  return (
    <IconButton
      icon={isPlaying ? 'pause' : 'play'}
      name={name}
      title={name}
      keyName={hasKeys ? 'space' : undefined}
      className="button--accent"
      isDisabled={state === 'lost'}
      onPress={() => actions.togglePlay()}
    />
  );
}

interface StepProps {
  readonly run: RunBuffer;
  readonly actions: Pick<SceneActions, 'step'>;
  readonly hasKeys?: boolean;
}

/** `hasKeys`: true if the tooltip names the key. */
export function StepBackButton({ run, actions, hasKeys = true }: StepProps) {
  const stepKind = useScene((scene) => scene.stepKind);
  const name = stepAction(stepKind, 'back', run.catalog, run.facts);
  return (
    <IconButton
      icon="stepBack"
      name={name}
      title={name}
      keyName={hasKeys ? 'left arrow' : undefined}
      isDisabled={useScene(({ state }) => state === 'lost')}
      onPress={() => actions.step('back')}
    />
  );
}

/** `hasKeys`: true if the tooltip names the key. */
export function StepButton({ run, actions, hasKeys = true }: StepProps) {
  const stepKind = useScene((scene) => scene.stepKind);
  const isHalfway = useScene((scene) => scene.isHalfway && scene.state !== 'playing');
  const name = stepAction(stepKind, 'forward', run.catalog, run.facts);
  return (
    <IconButton
      icon="step"
      name={name}
      title={isHalfway ? 'Apply the outcome of the match' : name}
      keyName={hasKeys ? 'right arrow' : undefined}
      isDisabled={useScene(({ state }) => state === 'finished' || state === 'lost')}
      onPress={() => actions.step('forward')}
    />
  );
}

/** A step button like `StepButton`, labelled with the next step in words. */
export function NextButton({ run, actions }: Pick<StepProps, 'run' | 'actions'>) {
  const stepKind = useScene((scene) => scene.stepKind);
  const isHalfway = useScene((scene) => scene.isHalfway && scene.state !== 'playing');
  const isDisabled = useScene(({ state }) => state === 'finished' || state === 'lost');
  return (
    <button
      type="button"
      className="button transport__next"
      title={`${stepAction(stepKind, 'forward', run.catalog, run.facts)} (right arrow)`}
      disabled={isDisabled}
      onClick={() => actions.step('forward')}
    >
      <Icon name="step" />
      <span className="one-line">
        {isHalfway && run.decision !== undefined
          ? `Next: ${comingAction(run.decision)}`
          : `Next ${stepName(stepKind, run.catalog, run.facts)}`}
      </span>
    </button>
  );
}

interface PaceProps {
  readonly className?: string;
  readonly title?: string;
  readonly actions: Pick<SceneActions, 'setPace'>;
}

/** Choice of the speed from a list. The lab has a slider instead. */
export function PaceChooser({ className = '', title, actions }: PaceProps) {
  const pace = useScene((scene) => scene.pace);
  return (
    <Select
      className={`select ${className}`}
      label="Speed"
      title={title}
      options={PACES.map(({ name }, id) => ({ id, name }))}
      chosen={pace}
      onChoose={(place) => actions.setPace(place)}
    />
  );
}

/** The simulated time. The frame loop writes it. */
export function Clock({ run }: { readonly run: RunBuffer }) {
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
    <p className="unbroken clock">
      <span>
        <span
          className="mono strong clock__now"
          ref={time}
          role="timer"
          aria-label="Simulated time in seconds"
          aria-live="off"
        />
        <span className="strong"> s</span>
      </span>{' '}
      <span className="soft clock__end">of {formatDuration(run.facts.scenario.duration_s)}</span>
    </p>
  );
}
