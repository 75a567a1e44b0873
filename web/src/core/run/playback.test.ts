import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PACE,
  type EngineRequest,
  finish,
  PACES,
  type Playback,
  pause,
  pausedAt,
  play,
  tick,
  withPace,
} from './playback';

const FRAME_MS = 1000 / 60;

describe('the clock of playback', () => {
  it('requests nothing while paused or finished', () => {
    expect(tick(pausedAt(3), 100, 3, false).request).toBeUndefined();
    expect(tick(finish(pausedAt(3)), 100, 3, false).request).toBeUndefined();
    expect(play(finish(pausedAt(3)), 3).state).toBe('finished');
  });

  it('requests one simulated second per second at 1 ×', () => {
    const { now_s } = playFor(1000, DEFAULT_PACE);
    expect(now_s).toBeCloseTo(1, 1);
  });

  it('requests ten simulated seconds per second at 10 ×, and a fiftieth at 1/50 ×', () => {
    expect(playFor(1000, paceNamed('10 ×')).now_s).toBeCloseTo(10, 0);
    expect(playFor(1000, paceNamed('1/50 ×')).now_s).toBeCloseTo(0.02, 2);
  });

  it('requests the first packet at once, then one every 1.25 s', () => {
    const { requests } = playFor(3000, 0);
    expect(requests.map(({ kind }) => kind)).toEqual(['step', 'step', 'step']);
    expect(requests[0]?.at_ms).toBeLessThan(FRAME_MS * 2);
  });

  it('sends no request while one is open, and does not accumulate overdue steps', () => {
    let playback = play(pausedAt(0, 0), 0);
    for (let at = 0; at < 10_000; at += FRAME_MS) {
      const ticked = tick(playback, at, 0, true);
      expect(ticked.request).toBeUndefined();
      playback = ticked.playback;
    }
    const requests: EngineRequest[] = [];
    for (let at = 10_000; at < 10_100; at += FRAME_MS) {
      const ticked = tick(playback, at, 0, false);
      if (ticked.request !== undefined) requests.push(ticked.request);
      playback = ticked.playback;
    }
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  it('does not jump when the machine is too slow, or after the tab was suspended', () => {
    let playback = play(pausedAt(5), 5);
    playback = tick(playback, 0, 5, false).playback;
    const { request } = tick(playback, 60_000, 5, false);
    expect(request).toMatchObject({ kind: 'advance' });
    if (request?.kind === 'advance') expect(request.until_s).toBeLessThanOrEqual(5.25);
  });

  it('sends a budget of real time at the speed max, without an end time', () => {
    const { requests } = playFor(100, PACES.length - 1);
    expect(requests[0]).toMatchObject({ kind: 'advance', budget_ms: 10 });
  });

  it("requests nothing while the page's clock is stopped, except once at the speed max", () => {
    for (const pace of ['1/50 ×', '1 ×', 'max'].map(paceNamed)) {
      const first = tick(play(pausedAt(3, pace), 3), 100, 3, false);
      expect(first.request !== undefined).toBe(pace === paceNamed('max'));
      let { playback } = first;
      for (let frame = 0; frame < 3; frame += 1) {
        const ticked = tick(playback, 100, 3, false);
        expect(ticked.request).toBeUndefined();
        playback = ticked.playback;
      }
      expect(tick(playback, 116, 3, false).request).toMatchObject({ kind: 'advance' });
    }
  });

  it('changes speed without a jump', () => {
    const slow = withPace({ ...play(pausedAt(0), 0), target_s: 9 }, 3, 8);
    expect(slow.target_s).toBe(8);
    expect(withPace(slow, 99, 8).pace).toBe(PACES.length - 1);
    expect(withPace(slow, -4, 8).pace).toBe(0);
    expect(withPace(slow, Number.NaN, 8).pace).toBe(DEFAULT_PACE);
  });

  it('goes back one second per second at 1 ×, but not beyond the start', () => {
    expect(playBackFor(1000, DEFAULT_PACE, 5).now_s).toBeCloseTo(4, 1);
    expect(playBackFor(1000, DEFAULT_PACE, 0.3).now_s).toBe(0);
    expect(playBackFor(500, PACES.length - 1, 50).now_s).toBeCloseTo(40, 0);
  });

  it('goes back packet by packet', () => {
    const { requests } = playBackFor(3000, 0, 5);
    expect(requests.map(({ kind }) => kind)).toEqual(['step-back', 'step-back', 'step-back']);
  });

  it('does not jump back when an answer is late', () => {
    let playback = play(pausedAt(50), 50, 'backward');
    for (let at = 0; at < 5000; at += FRAME_MS) playback = tick(playback, at, 50, true).playback;
    const { request } = tick(playback, 5000, 50, false);
    expect(request).toMatchObject({ kind: 'seek' });
    if (request?.kind === 'seek') expect(request.at_s).toBeGreaterThanOrEqual(49.75);
  });

  it('goes back from the end, changes direction while playing, and is directed forward when paused', () => {
    expect(play(finish(pausedAt(20)), 20, 'backward')).toMatchObject({ state: 'playing', direction: 'backward' });
    const backward = play(play(pausedAt(7), 7), 7, 'backward');
    expect(backward).toMatchObject({ state: 'playing', direction: 'backward' });
    expect(play(backward, 6)).toMatchObject({ state: 'playing', direction: 'forward', target_s: 6 });
    expect(pause(backward).direction).toBe('forward');
  });

  it('does not count the time of a pause', () => {
    let playback = tick(play(pausedAt(0), 0), 0, 0, false).playback;
    playback = play(pause(playback), 0);
    // The pause of an hour does not count: the first tick after it has no elapsed time.
    expect(tick(playback, 3_600_000, 0, false).request).toBeUndefined();
  });
});

function paceNamed(name: string): number {
  return PACES.findIndex((choice) => choice.name === name);
}

function playFor(
  real_ms: number,
  pace: number,
): { now_s: number; requests: readonly (EngineRequest & { at_ms: number })[] } {
  let playback: Playback = play(pausedAt(0, pace), 0);
  let now_s = 0;
  const requests: (EngineRequest & { at_ms: number })[] = [];
  for (let at_ms = 0; at_ms <= real_ms; at_ms += FRAME_MS) {
    const ticked = tick(playback, at_ms, now_s, false);
    playback = ticked.playback;
    if (ticked.request === undefined) continue;
    requests.push({ ...ticked.request, at_ms });
    now_s = ticked.request.kind === 'advance' ? Math.min(ticked.request.until_s, 200) : now_s + 0.004;
  }
  return { now_s, requests };
}

function playBackFor(
  real_ms: number,
  pace: number,
  from_s: number,
): { now_s: number; requests: readonly EngineRequest[] } {
  let playback: Playback = play(pausedAt(from_s, pace), from_s, 'backward');
  let now_s = from_s;
  const requests: EngineRequest[] = [];
  for (let at_ms = 0; at_ms <= real_ms; at_ms += FRAME_MS) {
    const ticked = tick(playback, at_ms, now_s, false);
    playback = ticked.playback;
    if (ticked.request === undefined) continue;
    requests.push(ticked.request);
    now_s = ticked.request.kind === 'seek' ? ticked.request.at_s : now_s - 0.004;
  }
  return { now_s, requests };
}
