/**
 * Tests a lane whose engine does not respond: the page ends only this lane and reports it, and the other lanes
 * continue.
 */

import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Machine, scriptTexts, settled, testEngine } from '../../testing/engine';
import { type StartedSession, started } from '../../testing/session';
import { allowScript, scriptsWithin } from '../border/allowed-scripts';
import type { Lane } from '../border/scenario';
import { viewStore } from '../page/view-store';
import { PACES } from '../run/playback';
import { clear, noticeOf } from '../scene/notices';
import { sceneStore } from '../scene/scene-store';
import { scriptStore } from '../scene/script-store';

// The module is loaded before the tests, because loading takes real time and the tests use a fake clock.
beforeAll(async () => {
  await import('./still-lane');
});

const laneOf = (script: string): Lane => ({ aqm: 'script', params: {}, script });
const NATIVE: Lane = { aqm: 'choked', params: {} };
const DROP_TAIL = scriptTexts().starts.find(({ id }) => id === 'drop-tail')?.text ?? '';
/** Simulated time from which the lane's engine does not respond [s]. */
const SILENT_FROM_S = 2;

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  scriptStore.setState(scriptStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => void vi.useRealTimers());

/**
 * An engine whose lane with the index `place` never answers a request beyond `SILENT_FROM_S`, as if its script looped
 * forever.
 */
function stuck(kind: 'lab' | 'full', place: number) {
  let lane = -1;
  let steps = 0;
  const machine: Machine = {
    kind,
    fault: (question) => {
      if (!('request' in question)) return undefined;
      const { request } = question;
      if (request.kind === 'open') ({ lane } = request);
      if (lane !== place) return undefined;
      // The end time of a request decides whether the engine answers it. A step request has no end time, so the test
      // lets the engine answer the first two steps but not the third.
      if (request.kind === 'step-decision') steps += 1;
      if (steps === 3) return 'silent';
      const until_s =
        request.kind === 'advance'
          ? request.until_s
          : request.kind === 'seek'
            ? request.at_s
            : Number.NEGATIVE_INFINITY;
      return until_s > SILENT_FROM_S ? 'silent' : undefined;
    },
  };
  return testEngine(machine);
}

/** A page with these lanes. The engine of one of them stops responding `times` times. */
async function withLanes(lanes: readonly Lane[], place: number, times = 3): Promise<StartedSession> {
  const kind = lanes.some(({ aqm }) => aqm === 'script') ? 'full' : 'lab';
  const first = await testEngine();
  const engines = [...Array(times * lanes.length)].map(() => stuck(kind, place));
  const lab = await started({ engines: [first, ...(await Promise.all(engines))] });
  for (const text of scriptsWithin(lanes)) allowScript(text);
  lab.session.setLanes(() => lanes);
  await settled();
  expect(lab.session.lanes.map(({ run }) => run.facts.aqm)).toEqual(lanes.map(({ aqm }) => aqm));
  return lab;
}

/** Plays for a time [s], with the timers of the page. */
async function playFor(lab: StartedSession, real_s: number): Promise<void> {
  for (let beat = 0; beat < real_s * 4; beat += 1) {
    await lab.play(0.25);
    vi.advanceTimersByTime(250);
    await settled();
  }
}

const times = ({ session }: StartedSession): number[] => session.lanes.map(({ run }) => run.latest.scalars.now_s);

describe.each([0, 1])('the lane with a script at index %i, whose engine does not answer,', (place) => {
  const lanes = place === 0 ? [laneOf(DROP_TAIL), NATIVE] : [NATIVE, laneOf(DROP_TAIL)];

  it('is ended alone, and the other lane continues, at every speed', async () => {
    for (const name of ['1 ×', 'max', '5 packets/s']) {
      clear();
      const lab = await withLanes(lanes, place);
      if (name === '5 packets/s') {
        // Playing up to this time would take long.
        lab.session.seek(SILENT_FROM_S - 0.05);
        await settled();
      }
      lab.session.setPace(PACES.findIndex((choice) => choice.name === name));
      await playFor(lab, 9);
      const { notices, state } = sceneStore.getState();
      expect(notices, `${name}: ${JSON.stringify(notices)}`).toMatchObject([
        {
          kind: 'script-stopped',
          lane: place,
          line: undefined,
          problem: "this lane's engine did not answer for 4 s and was stopped",
        },
      ]);
      const ended_s = noticeOf('script-stopped')?.at_s ?? Number.NaN;
      expect(ended_s).toBeLessThanOrEqual(SILENT_FROM_S + 0.5);
      expect(new Set(times(lab)).size, name).toBe(1);
      expect(lab.now(), name).toBeGreaterThan(ended_s);
      expect(['playing', 'finished']).toContain(state);
      const [still, other] = [lab.session.lanes[place]?.run, lab.session.lanes[1 - place]?.run];
      expect(still?.facts.stopped).toMatchObject({ at_s: ended_s, silent_s: 4 });
      expect(other?.facts.stopped).toBeUndefined();
      expect(other?.latest.scalars.arrived).toBeGreaterThan(still?.latest.scalars.arrived ?? Number.NaN);
    }
  });

  it('can go back, steps, has its history and results, and gives the same results', async () => {
    const lab = await withLanes(lanes, place);
    await playFor(lab, 9);
    const run = lab.session.lanes[place]?.run;
    const ended_s = run?.facts.stopped?.at_s ?? Number.NaN;
    if (sceneStore.getState().state === 'playing') lab.session.togglePlay();
    await settled();
    const { arrived } = run?.latest.scalars ?? { arrived: Number.NaN };
    lab.session.seek(1);
    await settled();
    expect(times(lab)).toEqual([1, 1]);
    expect(run?.facts.stopped).toBeUndefined();
    expect(sceneStore.getState().notices).toEqual([]);
    const engine = await testEngine({ kind: 'full' });
    const { scenario } = sceneStore.getState();
    if (scenario === undefined) return expect.unreachable();
    const { frame } = await engine.open(scenario, 1, place);
    expect(run?.latest.scalars.state_hash_low).toBe(frame.scalars.state_hash_low);
    viewStore.setState({ focusedLane: place });
    for (const [kind, direction] of [
      ['decision', 'forward'],
      ['decision', 'back'],
      ['second', 'forward'],
      ['drop', 'forward'],
      ['second', 'forward'],
    ] as const) {
      lab.session.stepBy({ kind }, direction);
      await settled();
      expect(new Set(times(lab)).size, `${kind} ${direction}`).toBe(1);
    }
    expect(lab.now()).toBeGreaterThan(ended_s);
    expect(run?.latest.scalars.arrived).toBe(arrived);
    expect(run?.facts.stopped?.at_s).toBe(ended_s);
    const { rows } = await lab.session.history(place, 0, 10, { kinds: ['admitted'] }, 5);
    expect(rows.time_s.length).toBeGreaterThan(0);
    const results = (await lab.session.results()) as readonly {
      readonly bottleneck: { readonly arrived_packets: number };
    }[];
    expect(results[place]?.bottleneck.arrived_packets).toBe(arrived);
    expect(results[place]).toMatchObject({ stopped: { at_s: ended_s } });
  });

  it('applies changes while the other lane continues, and is tried again when the scene is reopened', async () => {
    const lab = await withLanes(lanes, place);
    await playFor(lab, 9);
    const at_s = lab.now();
    await lab.session.change('flows.0.rate_bps', 5e6);
    expect(sceneStore.getState().scenario?.interventions).toMatchObject([{ path: 'flows.0.rate_bps', value: 5e6 }]);
    expect(sceneStore.getState().scenario?.interventions[0]?.at_s).toBeGreaterThanOrEqual(at_s);
    await settled();
    expect(times(lab)).toEqual([lab.now(), lab.now()]);
    // Setting the lanes reopens the scene, so the lane whose engine was terminated gets another attempt.
    allowScript(`${DROP_TAIL}\n`);
    lab.session.setLanes(() => [...lanes].map((lane) => (lane.script === undefined ? lane : laneOf(`${DROP_TAIL}\n`))));
    await settled();
    expect(lab.session.lanes.map(({ run }) => run.facts.stopped)).toEqual([undefined, undefined]);
    await playFor(lab, 1);
    expect(new Set(times(lab)).size).toBe(1);
    expect(sceneStore.getState().notices).toEqual([]);
  });
});

it('stops with a notice if it is alone on the page, and its engines are not replaced repeatedly', async () => {
  const lab = await withLanes([laneOf(DROP_TAIL)], 0);
  await playFor(lab, 12);
  expect(sceneStore.getState()).toMatchObject({ state: 'paused', notices: [{ kind: 'script-stopped', lane: 0 }] });
  expect(lab.now()).toBeLessThanOrEqual(SILENT_FROM_S + 0.5);
});

it('any other lane is tried once more with new engines, and ended alone if it is silent again', async () => {
  const lab = await withLanes([{ aqm: 'red', params: {} }, NATIVE], 1, 6);
  await playFor(lab, 6);
  expect(sceneStore.getState().notices).toMatchObject([{ kind: 'engine-replaced' }]);
  await playFor(lab, 8);
  expect(sceneStore.getState().notices).toMatchObject([
    { kind: 'engine-replaced' },
    { kind: 'script-stopped', lane: 1 },
  ]);
  expect(sceneStore.getState().state).toBe('playing');
  expect(new Set(times(lab)).size).toBe(1);
});
