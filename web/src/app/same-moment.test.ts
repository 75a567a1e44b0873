/**
 * The page looks the same at a given time however that time was reached: by steps in either direction, a jump, a link
 * or a pause.
 */

import { expect, it } from 'vitest';
import type { EngineClient, Opened } from '../core/border/client';
import { RunBuffer } from '../core/run/run-buffer';
import { binPicture } from '../core/stage/bins/bin-picture';
import { FIFO } from '../core/stage/fifo-picture';
import { queuePicture } from '../core/stage/queues/queue-picture';
import { LEAST_WAIT_S, shadeScale } from '../core/stage/shades';
import { StageMemory } from '../core/stage/stage-memory';
import { PLAIN_LOOK } from '../core/stage/stage-view';
import { StateMemory } from '../core/state/state-model';
import { CATALOG, testEngine } from '../testing/engine';
import { SMALL_SCENE } from '../testing/small-scene';

const PACE = { kind: 'time', rate: 1 } as const;

/** The stage and the state strip of a page that shows this run. `watch` lets real time pass, frame by frame. */
function pageOn(opened: Opened) {
  const run = new RunBuffer(CATALOG, opened);
  const { view } = run.about;
  const isOne = view === 'fifo' || view === 'fifo-with-regions';
  const picture = isOne ? FIFO : view === 'fifo-with-bins' ? binPicture() : queuePicture();
  const company = { lanes: 1, places: run.facts.limit };
  const layout = picture.layout(run, { x: 0, y: 0, width: 1000, height: 260 }, company);
  const memory = new StageMemory();
  const strip = new StateMemory();
  let now_ms = 1000;
  const watch = (frames: number, isPlaying: boolean): void => {
    for (let frame = 0; frame < frames; frame += 1) {
      now_ms += 16;
      const moment = { now_ms, isPlaying, isBackward: false, pace: PACE, isCalm: false, isHalfway: false };
      memory.observe(run, moment, layout);
      picture.observe(run, memory, moment);
      strip.look(run, 8, now_ms, !isPlaying);
    }
  };
  return {
    run,
    watch,
    /** What the page shows after all animations have ended. */
    seen: () => {
      watch(250, false);
      const shade = { what: 'wait', scale: shadeScale(run, 'wait', LEAST_WAIT_S) } as const;
      const { dials, table } = strip.look(run, 8, now_ms, true);
      // The scales of plots are not compared: they only grow during a run, so they depend on the times shown before.
      return {
        marks: picture.model(run, memory, layout, { ...PLAIN_LOOK, shade }).marks,
        dials: [...dials].map(([id, { value, valueText, mark }]) => [id, value, valueText, mark?.label]),
        flows: table?.rows.map(({ flow, name, values }) => [flow, name, values]),
        more: [table?.more, table?.mark?.label],
      };
    },
  };
}

const open = (client: EngineClient, aqm: string, at_s: number): Promise<Opened> =>
  client.open({ ...SMALL_SCENE, duration_s: 60, lanes: [{ aqm, params: {} }] }, at_s);

it.each(CATALOG.disciplines.map(({ id }) => id))('the page at a given time looks the same under %s', async (aqm) => {
  const client = await testEngine({ kind: 'full' });
  const page = pageOn(await open(client, aqm, 5));
  const { run } = page;
  const decision = { kind: 'decision' } as const;
  const step = async (direction: 'forward' | 'back'): Promise<void> => {
    run.append((await client.step(decision, direction)).frame);
    page.watch(3, false);
  };
  page.watch(5, false);
  for (let count = 0; count < 4; count += 1) await step('forward');
  const { serial, time_s } = run.decision ?? { serial: 0, time_s: 0 };
  const stepped = page.seen();

  for (let count = 0; count < 3; count += 1) await step('forward');
  for (let count = 0; count < 3; count += 1) await step('back');
  expect(run.decision?.serial).toBe(serial);
  expect(page.seen(), 'stepped back to').toEqual(stepped);

  run.append(await client.seek(9));
  page.watch(20, false);
  run.append(await client.seekDecision(serial));
  expect(page.seen(), 'leapt to').toEqual(stepped);

  // Reaches the time by playing, after jumping to an earlier time.
  run.append(await client.seek(4));
  for (let at_s = 4.02; at_s < time_s; at_s += 0.02) {
    run.append(await client.advance(at_s, 8));
    page.watch(1, true);
  }
  const paused = page.seen();
  const { now_s } = run.latest.scalars;
  run.append(await client.seekDecision(serial));
  expect(page.seen(), 'played to').toEqual(stepped);

  const linked = pageOn(await open(client, aqm, 0));
  linked.run.append(await client.seekDecision(serial));
  expect(linked.seen(), 'opened by a link').toEqual(stepped);
  // Shows the run paused between two decisions.
  expect(pageOn(await open(client, aqm, now_s)).seen(), 'opened where it was paused').toEqual(paused);
  client.close();
});
