import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FramePhase, onFrame } from './frame-loop';

describe('the loop of animation frames', () => {
  let frames: FrameRequestCallback[] = [];
  const paint = (now_ms: number): void => {
    const [frame, ...rest] = frames;
    frames = rest;
    frame?.(now_ms);
  };
  beforeEach(() => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    frames = [];
  });

  function listen(): { readonly heard: (readonly [FramePhase, number])[]; readonly stop: () => void } {
    const heard: (readonly [FramePhase, number])[] = [];
    const phases: readonly FramePhase[] = ['paint', 'advance', 'model'];
    const stops = phases.map((phase) => onFrame(phase, (now_ms) => heard.push([phase, now_ms])));
    return {
      heard,
      stop: () => {
        for (const stop of stops) stop();
        // The paint callback was removed before this frame.
        paint(0);
      },
    };
  }

  it('runs its phases in order, at the time of the browser', () => {
    const { heard, stop } = listen();
    paint(16);
    paint(33);
    stop();
    expect(heard).toEqual([
      ['advance', 16],
      ['model', 16],
      ['paint', 16],
      ['advance', 33],
      ['model', 33],
      ['paint', 33],
    ]);
    expect(frames).toHaveLength(0);
  });

  it('reads the time of each phase from the clock of a test, if there is one', () => {
    const { heard, stop } = listen();
    const clock = (phase: FramePhase, now_ms: number): number => (phase === 'advance' ? 7 : now_ms + 1000);
    window.__chokepoint = { clock };
    paint(16);
    stop();
    expect(heard).toEqual([
      ['advance', 7],
      ['model', 1016],
      ['paint', 1016],
    ]);
  });
});
