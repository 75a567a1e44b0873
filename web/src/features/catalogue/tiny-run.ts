/** A run independent of the lab's, with its own engine, buffer and clock. It pauses while hidden. */

import { Listeners } from '../../base/listeners';
import type { Catalog } from '../../core/border/catalog';
import type { EngineClient } from '../../core/border/client';
import type { Scenario } from '../../core/border/scenario';
import { Beside } from '../../core/engine/beside';
import { type Pace, type Playback, paceOf, pause, pausedAt, play, tick, withPace } from '../../core/run/playback';
import { RunBuffer } from '../../core/run/run-buffer';

type TinyState = 'opening' | 'playing' | 'paused' | 'lost';

/**
 * Simulated time of the still picture shown instead of a run under reduced motion [s]. By then the queue has filled.
 */
const STILL_AT_S = 10;

export class TinyRun {
  run: RunBuffer | undefined;
  state: TinyState = 'opening';
  isVisible = true;
  private readonly beside: Beside;
  private client: EngineClient | undefined;
  private playback: Playback = pausedAt(0);
  private isAsking = false;
  private isStarted = false;
  private readonly listeners = new Listeners();

  constructor(
    connect: () => Promise<EngineClient>,
    private readonly catalog: Catalog,
    private readonly scenario: Scenario,
  ) {
    this.beside = new Beside(connect);
  }

  /** Calls `listener` when `state` or the speed changes, for React. */
  readonly subscribe = this.listeners.subscribe;

  /** The state and the speed, which the picture reads once per frame. */
  readonly playing = (): { readonly isPlaying: boolean; readonly pace: Pace } => {
    return { isPlaying: this.state === 'playing', pace: paceOf(this.playback) };
  };

  get pace(): number {
    return this.playback.pace;
  }

  /** Opens the scene and plays it. With reduced motion, seeks to a time with a filled queue instead. */
  async start(isCalm: boolean): Promise<void> {
    if (this.isStarted) return;
    this.isStarted = true;
    try {
      const client = await this.beside.engine();
      this.client = client;
      const opened = await client.open(this.scenario, isCalm ? Math.min(STILL_AT_S, this.scenario.duration_s) : 0);
      if (this.beside.isClosed) return;
      this.run = new RunBuffer(this.catalog, opened);
      this.playback = pausedAt(this.now_s, this.playback.pace);
      if (!isCalm) this.playback = play(this.playback, this.now_s);
      this.setState(isCalm ? 'paused' : 'playing');
    } catch {
      this.lose();
    }
  }

  togglePlay(): void {
    if (this.state === 'playing') {
      this.playback = pause(this.playback);
      this.setState('paused');
    } else if (this.state === 'paused') {
      this.playback = play(this.playback, this.now_s);
      this.setState('playing');
    }
  }

  setPace(pace: number): void {
    this.playback = withPace(this.playback, pace, this.now_s);
    this.setState(this.state);
  }

  /** Advances the run. Called once per frame. */
  onTick(now_ms: number): void {
    const { client, run } = this;
    if (client === undefined || run === undefined || !this.isVisible) return;
    const { playback, request } = tick(this.playback, now_ms, this.now_s, this.isAsking);
    this.playback = playback;
    if (request?.kind !== 'advance' && request?.kind !== 'step') return;
    // A finished run starts again.
    const isOver = run.latest.scalars.is_finished === 1;
    if (isOver) this.playback = { ...playback, target_s: 0 };
    this.isAsking = true;
    const asked = isOver
      ? client.seek(0)
      : request.kind === 'step'
        ? client.stepDecision()
        : client.advance(request.until_s, request.budget_ms);
    asked.then(
      (frame) => {
        this.isAsking = false;
        if (!this.beside.isClosed) run.append(frame);
      },
      () => this.lose(),
    );
  }

  close(): void {
    this.beside.close();
  }

  private get now_s(): number {
    return this.run?.latest.scalars.now_s ?? 0;
  }

  private lose(): void {
    if (!this.beside.isClosed) this.setState('lost');
  }

  private setState(state: TinyState): void {
    this.state = state;
    this.listeners.notify();
  }
}
