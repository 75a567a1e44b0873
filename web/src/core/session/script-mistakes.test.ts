/**
 * Tests that an error in a script stops the clock, at every speed and with every kind of step. A corrected script
 * continues from the error.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { scriptTexts, testEngine } from '../../testing/engine';
import { PRESET, type StartedSession, settled, started } from '../../testing/session';
import type { StepKind } from '../border/client';
import type { Lane, Scenario } from '../border/scenario';
import { viewStore } from '../page/view-store';
import { PACES } from '../run/playback';
import { sceneStore } from '../scene/scene-store';
import { scriptStore } from '../scene/script-store';
import { scriptActions } from './scripts';
import { knowScript } from './scripts-from-elsewhere';

const ADMITS_ALL = 'fn enqueue(packet) {\n  admit();\n}';
/** A script with an error at every arrival that finds ten packets or more. It stops earlier than `ADMITS_ALL`. */
const STOPS_EARLIER = 'fn enqueue(packet) {\n  if queue.len() >= 10 { admit(); admit(); } else { admit(); }\n}';
const DROP_TAIL = scriptTexts().starts.find(({ id }) => id === 'drop-tail')?.text ?? '';
const NATIVE: Lane = { aqm: 'choked', params: {} };
const laneOf = (script: string): Lane => ({ aqm: 'script', params: {}, script });
const NANOSECOND_S = 1e-9;

beforeEach(async () => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  scriptStore.setState(scriptStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
  await knowScript(ADMITS_ALL);
  await knowScript(STOPS_EARLIER);
});

/** A page with a scene of these lanes at its start, paused. */
async function withLanes(...lanes: readonly Lane[]): Promise<StartedSession> {
  const scenario: Scenario = { ...PRESET.scenario, lanes };
  const engine = await testEngine({ kind: 'full' });
  const lab = await started({ fragment: await engine.encodeLink(scenario, PRESET.scenario, { at_s: 0 }) });
  expect(lab.session.lanes.map(({ run }) => run.facts.aqm)).toEqual(lanes.map(({ aqm }) => aqm));
  expect(lab.now()).toBe(0);
  if (sceneStore.getState().state === 'playing') lab.session.togglePlay();
  return lab;
}

/** Simulated time at which a script stops [s], computed by the engine alone. */
async function mistakeOf(script: string): Promise<number> {
  const engine = await testEngine({ kind: 'full' });
  await engine.open({ ...PRESET.scenario, lanes: [laneOf(script)] });
  const { isHalted, now_s } = await engine.stretch(20, Number.POSITIVE_INFINITY, { halts: true });
  expect(isHalted).toBe(true);
  expect((await engine.facts()).stopped?.at_s).toBe(now_s);
  return now_s;
}

function stopsAtTheMistake({ session }: StartedSession, at_s: number, lane: number): void {
  expect(session.lanes.map(({ run }) => run.latest.scalars.now_s)).toEqual(session.lanes.map(() => at_s));
  expect(session.lanes[lane]?.run.facts.stopped).toMatchObject({ at_s });
  expect(sceneStore.getState()).toMatchObject({ state: 'paused', notices: [{ kind: 'script-stopped', lane, at_s }] });
}

async function playOn(lab: StartedSession): Promise<void> {
  lab.session.togglePlay();
  for (let tries = 0; tries < 400 && sceneStore.getState().state === 'playing'; tries += 1) await lab.play(0.5);
}

describe('playing a run with an error in a script', () => {
  it.each(PACES.map(({ name }) => name))('stops at the error at %s', async (name) => {
    const at_s = await mistakeOf(ADMITS_ALL);
    for (const [lanes, focused] of [
      [[laneOf(ADMITS_ALL)], 0],
      [[NATIVE, laneOf(ADMITS_ALL)], 0],
      [[NATIVE, laneOf(ADMITS_ALL)], 1],
    ] as const) {
      const lab = await withLanes(...lanes);
      // The run starts just before the error, since the slowest speeds would otherwise take too long.
      lab.session.seek(at_s - 0.01);
      await settled();
      viewStore.setState({ focusedLane: focused });
      lab.session.setPace(PACES.findIndex((choice) => choice.name === name));
      await playOn(lab);
      stopsAtTheMistake(lab, at_s, lanes.length - 1);
    }
  });

  it('continues with the lanes that still make decisions, and ends if there are none', async () => {
    const at_s = await mistakeOf(ADMITS_ALL);
    for (const name of ['2 packets/s', '1 ×', 'max']) {
      const lab = await withLanes(NATIVE, laneOf(ADMITS_ALL));
      lab.session.setPace(PACES.findIndex((choice) => choice.name === name));
      lab.session.seek(at_s - 0.001);
      await settled();
      viewStore.setState({ focusedLane: 1 });
      await playOn(lab);
      stopsAtTheMistake(lab, at_s, 1);
      lab.session.togglePlay();
      await lab.play(1);
      expect(lab.now(), name).toBeGreaterThan(at_s);
      if (name === '2 packets/s') expect(lab.now()).toBeLessThan(at_s + 1);
      const alone = await withLanes(laneOf(ADMITS_ALL));
      alone.session.setPace(PACES.findIndex((choice) => choice.name === name));
      alone.session.seek(at_s - 0.001);
      await settled();
      await playOn(alone);
      alone.session.dismissNotice();
      await playOn(alone);
      stopsAtTheMistake(alone, at_s, 0);
    }
  });

  it('stops at the first error of two scripts, and then at the second', async () => {
    const [first_s, second_s] = [await mistakeOf(STOPS_EARLIER), await mistakeOf(ADMITS_ALL)];
    expect(first_s).toBeLessThan(second_s);
    for (const name of ['20 ×', 'max']) {
      const lab = await withLanes(laneOf(ADMITS_ALL), NATIVE, laneOf(STOPS_EARLIER));
      lab.session.setPace(PACES.findIndex((choice) => choice.name === name));
      await playOn(lab);
      stopsAtTheMistake(lab, first_s, 2);
      await playOn(lab);
      stopsAtTheMistake(lab, second_s, 0);
    }
  });
});

describe('a step in a run with an error in a script', () => {
  const kinds: readonly StepKind[] = [
    { kind: 'decision' },
    { kind: 'arrival', flow: 0 },
    { kind: 'match' },
    { kind: 'drop' },
    { kind: 'second' },
  ];
  it.each(kinds)('by $kind leads at most to the error, whichever lane leads', async (kind) => {
    const at_s = await mistakeOf(ADMITS_ALL);
    for (const focused of [0, 1]) {
      const lab = await withLanes(NATIVE, laneOf(ADMITS_ALL));
      lab.session.seek(at_s - 0.002);
      await settled();
      viewStore.setState({ focusedLane: focused });
      for (let steps = 0; steps < 50 && lab.now() < at_s; steps += 1) {
        lab.session.stepBy(kind, 'forward');
        await settled();
      }
      stopsAtTheMistake(lab, at_s, 1);
    }
  });

  it('leads no further in the stopped lane, and backward leads to a time before the error', async () => {
    const at_s = await mistakeOf(ADMITS_ALL);
    const lab = await withLanes(laneOf(ADMITS_ALL));
    await playOn(lab);
    lab.session.step();
    await settled();
    stopsAtTheMistake(lab, at_s, 0);
    lab.session.step('back');
    await settled();
    expect(lab.now()).toBeLessThan(at_s);
    expect(lab.run().facts.stopped).toBeUndefined();
    expect(sceneStore.getState().notices).toEqual([]);
    lab.session.step();
    await settled();
    stopsAtTheMistake(lab, at_s, 0);
  });
});

it('a jump beyond the error is carried out, and the stop of the script is reported', async () => {
  const at_s = await mistakeOf(ADMITS_ALL);
  const lab = await withLanes(NATIVE, laneOf(ADMITS_ALL));
  lab.session.seek(15);
  await settled();
  expect(lab.now()).toBe(15);
  expect(sceneStore.getState().notices).toMatchObject([{ kind: 'script-stopped', lane: 1, at_s }]);
});

describe('a changed script', () => {
  it('stops at its error; after a correction it continues just before, and plays if it was playing', async () => {
    const at_s = await mistakeOf(ADMITS_ALL);
    const lab = await started();
    const actions = scriptActions(lab.session);
    await lab.play(4);
    expect(lab.now()).toBeGreaterThan(3);
    await actions.writeScript(1, ADMITS_ALL);
    await settled();
    stopsAtTheMistake(lab, at_s, 1);
    await actions.writeScript(1, DROP_TAIL);
    await settled();
    expect(lab.now()).toBeCloseTo(at_s - NANOSECOND_S, 9);
    expect(lab.now()).toBeLessThan(at_s);
    expect(sceneStore.getState()).toMatchObject({ state: 'playing', notices: [] });
    await lab.play(1);
    expect(lab.now()).toBeGreaterThan(at_s + 0.5);
  });

  it('can be corrected at its error, even from a later time, and stays paused there', async () => {
    const at_s = await mistakeOf(ADMITS_ALL);
    const lab = await withLanes(NATIVE, laneOf(ADMITS_ALL));
    lab.session.seek(15);
    await settled();
    await scriptActions(lab.session).writeScript(1, DROP_TAIL);
    await settled();
    expect(lab.now()).toBeCloseTo(at_s - NANOSECOND_S, 9);
    expect(sceneStore.getState()).toMatchObject({ state: 'paused', notices: [] });
    // The new script makes the next decision, on the packet at which the faulty script had stopped.
    lab.session.step();
    await settled();
    expect(lab.now()).toBe(at_s);
  });

  it('without an error leaves the time of the run unchanged', async () => {
    const lab = await withLanes(NATIVE);
    lab.session.seek(3);
    await settled();
    await scriptActions(lab.session).writeScript(1, DROP_TAIL);
    await scriptActions(lab.session).writeScript(1, `${DROP_TAIL}\n`);
    await settled();
    expect(lab.now()).toBe(3);
  });
});
