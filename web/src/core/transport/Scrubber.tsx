/**
 * The run as a strip with a thumb: its simulated part, drops by reason, changes, and the divergence of the lanes.
 * Dragging the thumb moves within the simulated part. The strip is painted by the frame loop, not by React.
 */

import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { formatDuration, formatFixed, formatTime } from '../../base/format';
import { PALETTE } from '../../base/palette';
import { viewStore } from '../page/view-store';
import { onFrame } from '../run/frame-loop';
import type { RunBuffer } from '../run/run-buffer';
import { shownInterventions } from '../scene/edit';
import { type SceneActions, sceneStore, useScene } from '../scene/scene-store';
import { columnsFor, type DropDensity, dropDensity, paintDensity } from './drop-density';

type ScrubActions = Pick<SceneActions, 'seek' | 'togglePlay'>;

interface Props {
  run: RunBuffer;
  laneCount: number;
  actions: ScrubActions;
  /** Content that is shown below the thumb. */
  children?: ReactNode;
}

/** Shortest time between two moves while dragging [ms]. */
const THROTTLE_MS = 50;
/** Shortest time between two paintings of the strip [ms]. The thumb moves in every frame. */
const STRIP_MS = 100;
/** Longest time for which the thumb waits after its release for the engine's answer [ms]. */
const LONGEST_WAIT_MS = 500;
/** Width of a bar in the strip, with its gap [px]. */
const PITCH_PX = 4;

export function Scrubber({ run, laneCount, actions, children }: Props) {
  const duration_s = run.facts.scenario.duration_s;
  const track = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLCanvasElement>(null);
  const simulated = useRef<HTMLDivElement>(null);
  const fill = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const hand = useRef<Hand>({ held_s: undefined, isDown: false, wasPlaying: false, asked_ms: 0, timer: 0, let_go: 0 });

  useEffect(() => {
    const shown = { now_s: Number.NaN, furthest_s: Number.NaN, spoken: '' };
    return onFrame('paint', () => {
      const { now_s: runs_s } = run.latest.scalars;
      const furthest_s = furthestOf(run);
      releaseThumb(hand.current, run);
      const now_s = hand.current.held_s ?? runs_s;
      if (furthest_s !== shown.furthest_s) {
        shown.furthest_s = furthest_s;
        if (simulated.current !== null)
          simulated.current.style.transform = `scaleX(${shareOf(furthest_s, duration_s)})`;
      }
      if (now_s === shown.now_s) return;
      shown.now_s = now_s;
      const share = shareOf(now_s, duration_s);
      if (fill.current !== null) fill.current.style.transform = `scaleX(${share})`;
      if (thumb.current !== null) thumb.current.style.left = `${share * 100}%`;
      // While playing, a screen reader gets whole seconds, so that the attribute does not change in every frame.
      const isPlaying = sceneStore.getState().state === 'playing';
      const spoken = isPlaying ? String(Math.floor(now_s)) : formatFixed(now_s, 3);
      if (spoken === shown.spoken || track.current === null) return;
      shown.spoken = spoken;
      track.current.setAttribute('aria-valuenow', spoken);
      track.current.setAttribute(
        'aria-valuetext',
        `${spoken} s of ${formatDuration(duration_s)}, simulated up to ${formatFixed(furthest_s, 1)} s`,
      );
    });
  }, [run, duration_s]);

  useStrip(strip, run, duration_s);
  useEffect(() => {
    const { current } = hand;
    return () => window.clearTimeout(current.timer);
  }, []);

  const seekSoon = (to_s: number): void => {
    const { current } = hand;
    current.held_s = Math.min(furthestOf(run), Math.max(0, to_s));
    window.clearTimeout(current.timer);
    const ask = (): void => {
      current.asked_ms = performance.now();
      if (current.held_s !== undefined) actions.seek(current.held_s);
      if (!current.isDown) current.let_go = performance.now();
    };
    const wait = THROTTLE_MS - (performance.now() - current.asked_ms);
    if (wait <= 0) ask();
    else current.timer = window.setTimeout(ask, wait);
  };
  const timeAt = (event: PointerEvent): number => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration_s;
  };
  const showTime = (time_s: number): void => {
    if (bubble.current === null) return;
    bubble.current.style.left = `${shareOf(time_s, duration_s) * 100}%`;
    bubble.current.textContent = formatTime(Math.min(time_s, furthestOf(run)));
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { current } = hand;
    current.isDown = true;
    current.wasPlaying = sceneStore.getState().state === 'playing';
    // As in a video player, the run pauses while the user holds the thumb.
    if (current.wasPlaying) actions.togglePlay();
    seekSoon(timeAt(event));
    showTime(timeAt(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    showTime(timeAt(event));
    if (hand.current.isDown) seekSoon(timeAt(event));
  };
  const onPointerUp = (): void => {
    const { current } = hand;
    if (!current.isDown) return;
    current.isDown = false;
    current.let_go = performance.now();
    if (current.wasPlaying && sceneStore.getState().state === 'paused') {
      window.clearTimeout(current.timer);
      if (current.held_s !== undefined) actions.seek(current.held_s);
      actions.togglePlay();
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const from_s = hand.current.held_s ?? run.latest.scalars.now_s;
    const to_s = keyMoment(event.key, from_s, duration_s, furthestOf(run));
    if (to_s === undefined) return;
    event.preventDefault();
    seekSoon(to_s);
  };

  return (
    <div
      ref={track}
      className="scrubber"
      role="slider"
      tabIndex={0}
      aria-label="Time in the run"
      aria-valuemin={0}
      aria-valuemax={duration_s}
      aria-valuenow={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
    >
      <canvas ref={strip} className="cover scrubber__strip" />
      <div className="scrubber__rail">
        <div className="cover" ref={simulated} />
        <div className="cover scrubber__fill" ref={fill} />
      </div>
      {children}
      <Marks run={run} laneCount={laneCount} duration_s={duration_s} />
      <span className="scrubber__thumb" ref={thumb} />
      <span className="bubble small mono unbroken scrubber__bubble" ref={bubble} />
    </div>
  );
}

/** State of a drag; the frame loop reads it. */
interface Hand {
  /** Time at the thumb [s], kept until the engine has answered. */
  held_s: number | undefined;
  isDown: boolean;
  wasPlaying: boolean;
  asked_ms: number;
  timer: number;
  /** Real time at which a request was last sent after the thumb was released [ms]. */
  let_go: number;
}

/**
 * Lets the thumb follow the run again once the run has reached the simulated time to which the user moved the thumb.
 * After `LONGEST_WAIT_MS` the thumb follows the run in any case.
 */
function releaseThumb(hand: Hand, run: RunBuffer): void {
  if (hand.held_s === undefined || hand.isDown) return;
  const isThere = Math.abs(run.latest.scalars.now_s - hand.held_s) < 1e-6;
  if (isThere || performance.now() - hand.let_go > LONGEST_WAIT_MS) hand.held_s = undefined;
}

/** The simulated time to which a key leads. Undefined if the key has no effect on a slider. */
export function keyMoment(key: string, from_s: number, duration_s: number, furthest_s: number): number | undefined {
  const stride_s = strideOf(duration_s);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, from_s - stride_s);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(furthest_s, from_s + stride_s);
    case 'PageDown':
      return Math.max(0, from_s - 10 * stride_s);
    case 'PageUp':
      return Math.min(furthest_s, from_s + 10 * stride_s);
    case 'Home':
      return 0;
    case 'End':
      return furthest_s;
    default:
      return undefined;
  }
}

/**
 * Simulated time by which an arrow key moves. It is a round value of about 1/200 of the run, such as 1 s for the 200 s
 * of Model 1.
 */
function strideOf(duration_s: number): number {
  const power = 10 ** Math.floor(Math.log10(duration_s / 200));
  return [10, 5, 2, 1].map((step) => step * power).find((step) => step <= duration_s / 200) ?? power;
}

/**
 * Marks on the time axis: changes of settings, the time from which a change replaced the later part of the run, and the
 * divergence of the lanes.
 */
function Marks({ run, laneCount, duration_s }: { run: RunBuffer; laneCount: number; duration_s: number }) {
  const divergence = useScene((state) => state.divergence);
  const at = (time_s: number) => ({ left: `${shareOf(time_s, duration_s) * 100}%` });
  return (
    <>
      {shownInterventions(run.marks).map(({ change, key }) => (
        <span
          key={key}
          className="scrubber__mark"
          style={at(change.at_s)}
          title={`${formatTime(change.at_s)}: ${change.path} = ${change.value}`}
        />
      ))}
      {run.ghost !== undefined && (
        <span
          className="scrubber__ghost"
          style={at(run.ghostFrom_s)}
          title={`${formatTime(run.ghostFrom_s)}: the run was changed here`}
        />
      )}
      {laneCount > 1 && typeof divergence === 'object' && (
        <span
          className="scrubber__divergence"
          style={at(divergence.at_s)}
          title={`${formatTime(divergence.at_s)}: ${divergence.text}`}
        />
      )}
    </>
  );
}

function useStrip(strip: RefObject<HTMLCanvasElement | null>, run: RunBuffer, duration_s: number): void {
  useEffect(() => {
    const canvas = strip.current;
    const context = canvas?.getContext('2d');
    if (canvas === null || context === null || context === undefined) return;
    const families = run.catalog.reasons.map(({ family }) => family);
    const seen = { version: -1, theme: '', width: 0, height: 0, ratio: 0, painted_ms: 0 };
    let size = { width: 0, height: 0 };
    let density: DropDensity | undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) size = { width: entry.contentRect.width, height: entry.contentRect.height };
    });
    observer.observe(canvas);
    const stop = onFrame('paint', (now_ms) => {
      const { theme } = viewStore.getState();
      const ratio = window.devicePixelRatio;
      const isResized = seen.width !== size.width || seen.height !== size.height || seen.ratio !== ratio;
      if (seen.version === run.version && seen.theme === theme && !isResized) return;
      if (size.width === 0 || (now_ms - seen.painted_ms < STRIP_MS && !isResized)) return;
      Object.assign(seen, { ...size, version: run.version, theme, ratio, painted_ms: now_ms });
      if (isResized) {
        canvas.width = Math.round(size.width * ratio);
        canvas.height = Math.round(size.height * ratio);
      }
      const columns = columnsFor(size.width, PITCH_PX, duration_s, run.series.bucket_s);
      density = dropDensity(run.series, duration_s, columns, density);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintDensity(context, density, {
        ...size,
        reached: shareOf(run.latest.scalars.now_s, duration_s),
        colours: PALETTE[theme],
        families,
      });
    });
    return () => {
      stop();
      observer.disconnect();
    };
  }, [strip, run, duration_s]);
}

/** End of the simulated part of the run [s]. It is later than the displayed time if the user went back. */
function furthestOf(run: RunBuffer): number {
  const { now_s, furthest_s } = run.latest.scalars;
  return Math.max(now_s, furthest_s);
}

function shareOf(time_s: number, duration_s: number): number {
  return duration_s > 0 ? Math.min(1, Math.max(0, time_s / duration_s)) : 0;
}
