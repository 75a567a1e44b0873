import { describe, expect, it } from 'vitest';
import { testEngine } from '../../testing/engine';
import { SMALL_SCENE } from '../../testing/small-scene';
import type { EngineClient, Opened } from '../border/client';
import { lastMatchIndex } from './decision';
import { Ring } from './ring';
import { RunBuffer } from './run-buffer';

describe('the buffer of a run', () => {
  it('keeps the last decision with the queue before it, and the last decision with a match', async () => {
    const { run, engine } = await opened(5);
    for (let steps = 0; steps < 200; steps += 1) run.append(await engine.stepDecision());
    expect(run.decision?.serial).toBe(run.latest.scalars.decisions);
    expect(run.decision?.before?.flow.length).toBe(run.decision?.waiting);
    const match = run.latestMatch?.steps.find((step) => step.kind === 'draw' && step.isMatch);
    expect(match).toMatchObject({ flow: run.latestMatch?.flow });
    expect(run.latestMatch?.steps.filter(({ kind }) => kind === 'drop')).toHaveLength(2);
  });

  it('keeps the last departure, whatever its outcome', async () => {
    const { run, engine } = await opened(5);
    for (let steps = 0; steps < 50; steps += 1) run.append(await engine.stepDecision());
    expect(run.turns.map(({ trigger }) => trigger)).toEqual(['exit']);
    const { sending_packet, sending_from_s } = run.latest.scalars;
    expect(run.turns[0]).toMatchObject({ packet: sending_packet, time_s: sending_from_s });
  });

  it('finds the last match in a frame with many decisions', async () => {
    const { run, engine } = await opened(5);
    let frames = 0;
    for (let at_s = 5.05; at_s < 8; at_s += 0.05) {
      const frame = await engine.advance(at_s, 1000);
      run.append(frame);
      const { serial } = frame.decisions;
      expect(run.decision?.serial).toBe(serial.at(-1) ?? run.decision?.serial);
      const place = lastMatchIndex(frame);
      if (place < 0 || serial.length < 10) continue;
      expect(run.latestMatch?.serial).toBe(serial[place]);
      frames += 1;
    }
    expect(frames).toBeGreaterThan(3);
  });

  it('keeps drops with their reasons, up to a maximum number', async () => {
    const { run, engine } = await opened(5);
    run.append(await engine.advance(8, 1000), 1234);
    expect(run.droppedPackets.length).toBe(run.droppedPackets.capacity);
    const times = [...run.droppedPackets].map(({ time_s }) => time_s);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(run.latest.scalars.dropped).toBeGreaterThan(run.droppedPackets.capacity);
    for (const dropped of run.droppedPackets) {
      expect(dropped.isArrival).toBe(dropped.place < 0);
      expect(run.catalog.reasons[dropped.reason]).toBeDefined();
    }
    expect(run.droppedPackets.newest(0)?.real_ms).toBe(1234);
  });

  it('extends the series by each frame', async () => {
    const { run, engine } = await opened(0);
    for (let at = 0.5; at <= 3; at += 0.5) run.append(await engine.advance(at, 1000));
    expect(run.series.length).toBe(30);
    expect(run.series.time_s[29]).toBeCloseTo(3);
  });

  it('notifies React of changes and of the end, and painters of every frame', async () => {
    const { run, engine } = await opened(1);
    const received: number[] = [];
    run.subscribe(() => received.push(run.version));
    const { version } = run;
    run.append(await engine.advance(2, 1000));
    expect(run.version).toBe(version + 1);
    expect(received).toEqual([]);
    run.change(await engine.change('queue.params.max_th', 60));
    expect(run.facts.params.max_th).toBe(60);
    expect(run.marks).toEqual([{ at_s: 2, path: 'queue.params.max_th', value: 60 }]);
    run.append(await engine.advance(20, 5000));
    expect(received).toHaveLength(2);
  });

  it('drops the previous run when a scene is opened', async () => {
    const { run, engine } = await opened(6);
    run.append(await engine.advance(7, 1000));
    const { scene } = run;
    run.reset(await engine.open({ ...SMALL_SCENE, lanes: [{ aqm: 'red', params: {} }] }));
    expect(run.scene).toBe(scene + 1);
    expect(run.about.name).toBe('RED');
    expect(run.decision).toBeUndefined();
    expect([run.droppedPackets.length, run.series.length]).toEqual([0, 0]);
    expect([run.isUnresponsive(0), run.isUnresponsive(1)]).toEqual([true, false]);
  });

  it('replaces its lists after a seek, and keeps the series', async () => {
    const { run, engine } = await opened(0);
    run.append(await engine.advance(8, 5000));
    const { length } = run.series;
    run.append(await engine.seek(3));
    expect([...run.droppedPackets].every(({ time_s }) => time_s <= 3)).toBe(true);
    expect(run.decision?.serial).toBe(run.latest.scalars.decisions);
    expect(run.latestMatch?.serial ?? 0).toBeLessThanOrEqual(run.latest.scalars.decisions);
    expect(run.series.length).toBe(length);
    expect([run.latest.scalars.now_s, run.furthest_s]).toEqual([3, 8]);
    run.append(await engine.advance(9, 5000));
    expect(run.series.length).toBe(90);
  });

  it('keeps the future that was replaced by a change in the past, until the next change', async () => {
    const { run, engine } = await opened(0);
    run.append(await engine.advance(8, 5000));
    run.append(await engine.seek(3));
    run.change(await engine.change('flows.0.rate_bps', 1e6));
    expect([run.ghost?.length, run.ghostFrom_s, run.series.length, run.furthest_s]).toEqual([80, 3, 30, 3]);
    run.append(await engine.advance(5, 5000));
    run.change(await engine.change('flows.0.rate_bps', 2e6));
    expect(run.ghost?.length).toBe(80);
    run.append(await engine.seek(4));
    run.change(await engine.change('flows.0.rate_bps', 3e6));
    expect([run.ghost?.length, run.ghostFrom_s]).toEqual([50, 4]);
    run.dismissGhost();
    expect(run.ghost).toBeUndefined();
  });

  it('refuses a discipline that is not in the catalog', async () => {
    const { run, engine } = await opened(0);
    const other: Opened = await engine.open(SMALL_SCENE);
    expect(() => run.reset({ ...other, facts: { ...other.facts, aqm: 'nonsense' } })).toThrow(/nonsense/);
  });
});

describe('a ring buffer', () => {
  it('keeps the last items in their order', () => {
    const ring = new Ring<number>(3);
    for (const item of [1, 2, 3, 4, 5]) ring.push(item);
    expect([...ring]).toEqual([3, 4, 5]);
    expect([ring.at(0), ring.newest(0), ring.at(3), ring.at(-1)]).toEqual([3, 5, undefined, undefined]);
    expect(ring.pushed).toBe(5);
    ring.clear();
    expect([...ring]).toEqual([]);
    ring.push(6);
    expect([...ring]).toEqual([6]);
  });
});

async function opened(at_s: number): Promise<{ run: RunBuffer; engine: EngineClient }> {
  const engine = await testEngine();
  const catalog = await engine.catalog();
  return { run: new RunBuffer(catalog, await engine.open(SMALL_SCENE, at_s)), engine };
}
