/** The clock of playing, told to the store whenever it starts, stops, turns round or changes its pace. */

import {
  clampPace,
  DEFAULT_PACE,
  type EngineRequest,
  finish,
  type Playback,
  pause,
  pausedAt,
  play,
  tick,
  withPace,
} from '../run/playback';
import { sceneStore } from '../store/scene-store';

export class Clock {
  private playback: Playback = pausedAt(0, DEFAULT_PACE);

  /** `runs` knows the present moment. */
  constructor(private readonly runs: { readonly now_s: number }) {}

  get state(): Playback['state'] {
    return this.playback.state;
  }

  get isPlayingBackward(): boolean {
    return this.playback.state === 'playing' && this.playback.direction === 'backward';
  }

  /** Paused at the start of a scene. */
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

  /** The run was taken to another moment; playing goes on from there, unless it is the end. */
  arrive(isAtEnd: boolean): void {
    const { state, pace } = this.playback;
    if (isAtEnd) this.finish();
    else if (state === 'finished') this.set(pausedAt(this.runs.now_s, pace));
    else this.setPace(pace);
  }

  setPace(pace: number): void {
    this.set(withPace(this.playback, pace, this.runs.now_s));
  }

  /** Time goes on; what to ask the engines for, if anything. */
  tick(now_ms: number, isWaiting: boolean): EngineRequest | undefined {
    const ticked = tick(this.playback, now_ms, this.runs.now_s, isWaiting);
    this.playback = ticked.playback;
    return ticked.request;
  }

  private set(playback: Playback): void {
    this.playback = { ...playback, pace: clampPace(playback.pace) };
    const { state, pace, direction } = this.playback;
    const known = sceneStore.getState();
    // A lost engine stays lost until another one opens the scene.
    const told = known.state === 'lost' ? { pace, direction } : { state, pace, direction };
    if (known.state !== state || known.pace !== pace || known.direction !== direction) sceneStore.setState(told);
  }
}
