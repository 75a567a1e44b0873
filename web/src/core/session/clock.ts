/**
 * The playback clock. It writes to the store when it starts or stops, when it changes direction or speed, and when the
 * run is slower than the chosen speed.
 */

import { PaceMeter } from '../run/pace-meter';
import {
  clampPace,
  DEFAULT_PACE,
  type EngineRequest,
  finish,
  type Playback,
  paceOf,
  pause,
  pausedAt,
  play,
  tick,
  withPace,
} from '../run/playback';
import { sceneStore } from '../scene/scene-store';

/** How much slower than the chosen speed the run may be before this is reported, as a share. */
const TOLERANCE = 0.1;

export class Clock {
  private playback: Playback = pausedAt(0, DEFAULT_PACE);
  private readonly meter = new PaceMeter();

  /** `runs` provides the current simulated time. */
  constructor(private readonly runs: { readonly now_s: number }) {}

  get state(): Playback['state'] {
    return this.playback.state;
  }

  get isPlayingBackward(): boolean {
    return this.playback.state === 'playing' && this.playback.direction === 'backward';
  }

  /** Pauses at the start of a scene. */
  reset(pace = this.playback.pace): void {
    this.set(pausedAt(0, pace));
  }

  play(direction: Playback['direction'] = 'forward'): void {
    this.set(play(this.playback, this.runs.now_s, direction));
  }

  pause(): void {
    this.set(pause(this.playback));
  }

  finish(): void {
    this.set(finish(this.playback));
  }

  /** Resumes after a move to another time. If the move led to the end of the run, playing ends. */
  arrive(isAtEnd: boolean): void {
    const { state, pace } = this.playback;
    if (isAtEnd) this.finish();
    else if (state === 'finished') this.set(pausedAt(this.runs.now_s, pace));
    else this.setPace(pace);
  }

  setPace(pace: number): void {
    this.set(withPace(this.playback, pace, this.runs.now_s));
  }

  /**
   * Advances real time and returns the next request to the engines, if there is one. `isPlaying` is true if the engines
   * do nothing but play.
   */
  tick(now_ms: number, isWaiting: boolean, isPlaying: boolean): EngineRequest | undefined {
    const ticked = tick(this.playback, now_ms, this.runs.now_s, isWaiting);
    this.playback = ticked.playback;
    if (isPlaying) this.measure(now_ms);
    else this.meter.reset();
    return ticked.request;
  }

  /** Reports the speed of the run if it differs from the chosen speed, or if the chosen speed is `max`. */
  private measure(now_ms: number): void {
    const { state, direction } = this.playback;
    const pace = paceOf(this.playback);
    if (state !== 'playing' || direction === 'backward' || pace.kind === 'decisions') return;
    if (!this.meter.sample(now_ms, this.runs.now_s)) return;
    const { rate } = this.meter;
    const isKept = pace.kind === 'time' && (rate ?? pace.rate) >= pace.rate * (1 - TOLERANCE);
    reportRate(isKept || rate === undefined ? undefined : Number(rate.toPrecision(2)));
  }

  private set(playback: Playback): void {
    this.playback = { ...playback, pace: clampPace(playback.pace) };
    this.meter.reset();
    reportRate(undefined);
    const { state, pace, direction } = this.playback;
    const known = sceneStore.getState();
    // After an engine was lost, the state stays `lost` until another engine has opened the scene.
    const changed = known.state === 'lost' ? { pace, direction } : { state, pace, direction };
    if (known.state !== state || known.pace !== pace || known.direction !== direction) sceneStore.setState(changed);
  }
}

function reportRate(achievedRate: number | undefined): void {
  if (sceneStore.getState().achievedRate !== achievedRate) sceneStore.setState({ achievedRate });
}
