import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testEngine } from '../../testing/engine';
import { type StartedSession, settled, started } from '../../testing/session';
import type { Frame } from '../border/border.gen';
import { viewStore } from '../page/view-store';
import { drewMatch } from '../run/decision';
import { sceneStore } from '../scene/scene-store';

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
});

describe('the moves of a run in time', () => {
  it('go back one decision and forward again to the same numbers', async () => {
    const { session, play, frame } = await started();
    await play(3);
    session.togglePlay();
    session.stepBy({ kind: 'decision' }, 'forward');
    await settled();
    const here = momentOf(frame());
    session.stepBy({ kind: 'decision' }, 'back');
    await settled();
    expect(frame().scalars.decisions).toBe((here.decisions ?? 0) - 1);
    expect(frame().scalars.is_seek).toBe(1);
    session.stepBy({ kind: 'decision' }, 'forward');
    await settled();
    expect(momentOf(frame())).toEqual(here);
  });

  it('include a stop between a match and its consequences, in both directions', async () => {
    const { session, play, run, frame } = await started();
    await play(6);
    session.togglePlay();
    const isHalfway = (): boolean => sceneStore.getState().isHalfway;
    session.stepBy({ kind: 'match' }, 'forward');
    await settled();
    const here = momentOf(frame());
    const matched = run().decision;
    expect([isHalfway(), matched !== undefined && drewMatch(matched)]).toEqual([true, true]);
    session.stepBy({ kind: 'decision' }, 'forward');
    await settled();
    expect([isHalfway(), momentOf(frame())]).toEqual([false, here]);
    session.stepBy({ kind: 'decision' }, 'back');
    await settled();
    expect([isHalfway(), momentOf(frame())]).toEqual([true, here]);
    session.stepBy({ kind: 'decision' }, 'back');
    await settled();
    expect(isHalfway()).toBe(false);
    expect(run().decision?.serial).toBe((matched?.serial ?? 0) - 1);
    // If the run has stopped between the draws and the drops of a match, going to another time first carries out the
    // drops.
    session.stepBy({ kind: 'decision' }, 'forward');
    await settled();
    expect(isHalfway()).toBe(true);
    session.seek(3);
    await settled();
    expect(isHalfway()).toBe(false);
  });

  it('are steps by the chosen unit: a flow, a reason, a match, a second', async () => {
    const { session, play, run } = await started();
    await play(12);
    session.togglePlay();
    const before_s = run().latest.scalars.now_s;
    session.stepBy({ kind: 'arrival', flow: 3 }, 'back');
    await settled();
    expect(run().decision?.flow).toBe(3);
    session.stepBy({ kind: 'match' }, 'back');
    await settled();
    expect(run().decision?.steps.some((step) => step.kind === 'draw' && step.isMatch)).toBe(true);
    session.setStepKind({ kind: 'drop', reason: 3 });
    session.step('back');
    await settled();
    expect(run().decision?.steps).toContainEqual({ kind: 'drop', place: -1, reason: 3 });
    const { now_s } = run().latest.scalars;
    expect(now_s).toBeLessThan(before_s);
    session.stepBy({ kind: 'second' }, 'back');
    await settled();
    expect(run().latest.scalars.now_s).toBeCloseTo(now_s - 1);
  });

  it('do not queue up while a key is held down', async () => {
    const { session, play, frame } = await started();
    await play(2);
    session.togglePlay();
    await settled();
    const { decisions } = frame().scalars;
    for (let held = 0; held < 10; held += 1) session.step('back');
    await settled();
    expect(decisions - frame().scalars.decisions).toBeGreaterThanOrEqual(1);
    expect(decisions - frame().scalars.decisions).toBeLessThanOrEqual(2);
  });

  it('reach the last position of the scrubber, and skip positions that it has left', async () => {
    const engine = await testEngine();
    const seek = vi.spyOn(engine, 'seek');
    const { session, play, now, run } = await started({ engines: [engine] });
    await play(4);
    session.togglePlay();
    const { length } = run().series;
    for (let at = 3.5; at > 1; at -= 0.1) session.seek(at);
    session.seek(1);
    await settled();
    expect(now()).toBe(1);
    expect(seek.mock.calls.length).toBeLessThanOrEqual(2);
    expect(run().furthest_s).toBeGreaterThan(3.9);
    expect(run().series.length).toBe(length);
    expect([...run().droppedPackets].every(({ time_s }) => time_s <= 1)).toBe(true);
  });

  it('include playing from the past through the simulated part, and then beyond', async () => {
    const { session, play, now, run } = await started();
    await play(2);
    session.seek(1);
    await settled();
    expect(sceneStore.getState().state).toBe('playing');
    await play(2);
    expect(now()).toBeGreaterThan(2.8);
    const times = [...run().series.time_s.slice(0, run().series.length)];
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(run().series.length).toBe(Math.floor(now() * 10 + 1e-6));
  });

  it('include playing backward, which stops at the start', async () => {
    const { session, play, now } = await started();
    await play(1);
    session.playBackward();
    expect(sceneStore.getState()).toMatchObject({ state: 'playing', direction: 'backward' });
    await play(0.5);
    expect(now()).toBeGreaterThan(0.4);
    expect(now()).toBeLessThan(0.6);
    await play(1);
    expect(now()).toBe(0);
    expect(sceneStore.getState()).toMatchObject({ state: 'paused', direction: 'forward' });
  });

  it('include playing backward packet by packet', async () => {
    const { session, play, frame } = await started();
    await play(2);
    session.setPace(2);
    const { decisions } = frame().scalars;
    session.playBackward();
    await play(1);
    expect(decisions - frame().scalars.decisions).toBeGreaterThanOrEqual(4);
    expect(decisions - frame().scalars.decisions).toBeLessThanOrEqual(7);
    session.playBackward();
    expect(sceneStore.getState().state).toBe('paused');
  });

  it('lead back from the end of the run, which then stays paused', async () => {
    const { session, play, now } = await started();
    session.setPace(99);
    await play(3);
    expect(sceneStore.getState().state).toBe('finished');
    session.seek(19);
    await settled();
    expect(sceneStore.getState().state).toBe('paused');
    session.seek(99);
    await settled();
    expect(now()).toBe(20);
    expect(sceneStore.getState().state).toBe('finished');
    session.step('back');
    await settled();
    expect(sceneStore.getState().state).toBe('paused');
  });

  it('include playing again from the start, even during another move', async () => {
    const { session, play, now } = await started();
    await play(2);
    session.seek(1);
    session.seek(1.5);
    session.restart();
    await settled();
    expect(now()).toBe(0);
    expect(sceneStore.getState().state).toBe('playing');
    await play(0.5);
    expect(now()).toBeCloseTo(0.5, 1);
  });

  it('lead to an event of the history, and to a decision', async () => {
    const { session, play, run } = await started();
    await play(8);
    const { rows, count } = await session.history(0, 0, 8, { reason: 'match_victim' }, 5);
    expect(count).toBeGreaterThan(3);
    session.goToEvent(0, rows.event[2] ?? 0);
    await settled();
    expect(run().latest.scalars.now_s).toBe(rows.time_s[2]);
    expect(run().droppedPackets.newest(0)?.time_s).toBe(rows.time_s[2]);
    expect(sceneStore.getState().state).toBe('paused');
    session.goToDecision(0, 40);
    await settled();
    expect(run().decision?.serial).toBe(40);
  });
});

describe('a change in the past', () => {
  it('starts another future and keeps the former one as a ghost curve', async () => {
    const { session, run, now } = await paused(6);
    session.seek(3);
    await settled();
    await session.change('flows.0.rate_bps', 4e5);
    expect(run().furthest_s).toBe(3);
    expect(run().ghostFrom_s).toBe(3);
    expect(run().ghost?.length).toBeGreaterThan(55);
    expect(run().series.length).toBe(30);
    expect(sceneStore.getState().scenario?.interventions).toMatchObject([{ at_s: 3, value: 4e5 }]);
    session.seek(6);
    await settled();
    expect(now()).toBe(6);
    expect(run().series.length).toBe(60);
    expect(run().ghost).toBeDefined();
    session.dismissGhost();
    expect(run().ghost).toBeUndefined();
  });

  it('drops the changes of the replaced future, even after a drag', async () => {
    const { session, run } = await paused(3);
    await session.change('queue.params.max_th', 70);
    session.seek(1);
    await settled();
    for (const value of [60, 55, 50]) await session.change('queue.params.max_th', value, 9);
    await session.settle(9);
    expect(sceneStore.getState().scenario?.interventions).toMatchObject([{ at_s: 1, value: 50 }]);
    expect(run().ghost?.length).toBeGreaterThan(25);
  });

  it('is contained in the link, which gives the same numbers', async () => {
    const { session, frame, play } = await paused(5);
    session.seek(2);
    await settled();
    await session.change('flows.0.rate_bps', 5e6);
    session.togglePlay();
    await play(1);
    session.togglePlay();
    await settled();
    const link = await session.linkOf(true);
    const here = momentOf(frame());
    const other = await started({ fragment: link.slice(link.indexOf('#') + 1) });
    expect(momentOf(other.frame())).toEqual(here);
  });

  it('edits the scene itself if it is made at the start, and keeps the ghost curve', async () => {
    const { session, run } = await paused(4);
    session.restart();
    await settled();
    await session.change('flows.0.rate_bps', 4e5);
    expect(sceneStore.getState().scenario?.flows[0]?.rate_bps).toBe(4e5);
    expect(sceneStore.getState().scenario?.interventions).toEqual([]);
    expect(run().ghost?.length).toBeGreaterThan(35);
  });

  it('leaves no ghost curve when another scene is opened', async () => {
    const { session, run } = await paused(4);
    session.seek(2);
    await settled();
    await session.change('flows.0.rate_bps', 4e5);
    session.switchDiscipline('red');
    await settled();
    expect(run().ghost).toBeUndefined();
  });
});

async function paused(at_s: number): Promise<StartedSession> {
  const lab = await started();
  await lab.play(at_s);
  lab.session.togglePlay();
  await settled();
  return lab;
}

/** The part of a frame that must be equal whenever a run is at the same simulated time. */
function momentOf({ scalars, queue }: Frame): Record<string, unknown> & { decisions: number } {
  const { now_s, arrived, departed, dropped, decisions, state_hash_high, average_queue } = scalars;
  return { now_s, arrived, departed, dropped, decisions, state_hash_high, average_queue, packets: [...queue.packet] };
}
