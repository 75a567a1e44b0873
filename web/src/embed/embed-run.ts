/**
 * The run of an embed. It starts when the embed is first visible, plays only while it is visible, and terminates its
 * engines after a long time out of view. The run keeps its simulated time, and new engines continue from there.
 */

import { sceneStore } from '../core/scene/scene-store';
import { isLive } from '../core/session/drag';
import type { Session } from '../core/session/session';
import type { Refused } from '../features/share/embed-address';
import type { Request, SettingValue } from './host/embed-api';
import { hasPlaceFor } from './scene-wish';

/** Time out of view after which an embed terminates its engines [ms]. */
const REST_AFTER_MS = 20_000;

export class Refusal extends Error {
  constructor(readonly problems: readonly Refused[]) {
    super(problems.map(({ field, allowed }) => `${field}: ${allowed}`).join('\n'));
  }
}

export class EmbedRun {
  /** True if the run should play as soon as the embed is visible. */
  private isToPlay: boolean;
  private isSeen = false;
  /** Resolves when the engines run. Undefined if there are none. */
  private engines: Promise<void> | undefined;
  private hasStarted = false;
  private restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly session: Session,
    plays: boolean,
  ) {
    this.isToPlay = plays;
  }

  get isWaiting(): boolean {
    return !this.hasStarted;
  }

  /** Starts the engines if none run. */
  awake(): Promise<void> {
    this.restSoon();
    this.engines ??= this.hasStarted ? this.session.wake() : this.session.start();
    this.hasStarted = true;
    return this.engines;
  }

  /** Records that the embed came into view or left it. */
  see(isSeen: boolean): void {
    if (isSeen === this.isSeen) return;
    this.isSeen = isSeen;
    if (isSeen) {
      void this.awake().then(() => this.playIfSeen());
      return;
    }
    if (sceneStore.getState().state === 'playing') {
      this.isToPlay = true;
      this.session.togglePlay();
    }
    this.restSoon();
  }

  /** Plays at once, or as soon as the embed is visible. */
  async play(): Promise<void> {
    this.isToPlay = true;
    if (!this.isSeen) return;
    await this.awake();
    this.playIfSeen();
  }

  pause(): void {
    this.isToPlay = false;
    if (sceneStore.getState().state === 'playing') this.session.togglePlay();
  }

  /** Performs a request of the outer page. `conversation.ts` handles requests that open a scene or ask for a report. */
  async perform(request: Exclude<Request, { type: 'open' | 'state' | 'result' }>): Promise<void> {
    switch (request.type) {
      case 'play':
        return this.play();
      case 'pause':
        return this.pause();
      case 'seek':
        return this.seek(request.at_s);
      case 'set':
        return this.set(request.path, request.value);
    }
  }

  private async seek(at_s: number): Promise<void> {
    await this.awake();
    const duration_s = sceneStore.getState().scenario?.duration_s ?? 0;
    if (at_s > duration_s)
      throw new Refusal([{ field: 'at_s', value: String(at_s), allowed: `a time from 0 to ${duration_s} s` }]);
    this.session.seek(at_s);
    // Engines handle requests in order, so these results arrive when the seek has finished.
    await this.session.results();
  }

  private async set(path: string, value: SettingValue): Promise<void> {
    await this.awake();
    const { scenario } = sceneStore.getState();
    const refuse = (allowed: string): Refusal => new Refusal([{ field: path, value: String(value), allowed }]);
    if (scenario === undefined || !hasPlaceFor(scenario, path)) throw refuse('the path of a setting of this scene');
    await this.session.change(path, value);
    const { refusal, scenario: after } = sceneStore.getState();
    if (refusal?.tried === path)
      throw new Refusal(
        refusal.problems.map((one) => ({ field: one.path, value: String(value), allowed: one.problem })),
      );
    // No problem was reported, but the scene is unchanged: the path is not that of a setting.
    const { catalog } = this.session.lanes[0]?.run ?? {};
    if (after === scenario && catalog !== undefined && !isLive(catalog, path)) throw refuse('a setting of this scene');
  }

  private playIfSeen(): void {
    if (!this.isSeen || !this.isToPlay) return;
    this.isToPlay = false;
    const { state } = sceneStore.getState();
    if (state === 'paused' || state === 'finished') this.session.togglePlay();
  }

  /** Restarts the timer that terminates the engines of an embed that is neither visible nor in use. */
  private restSoon(): void {
    clearTimeout(this.restTimer);
    if (!this.isSeen) this.restTimer = setTimeout(() => this.rest(), REST_AFTER_MS);
  }

  private rest(): void {
    if (this.isSeen || this.engines === undefined) return;
    this.engines = undefined;
    void this.session.rest();
  }
}
