/**
 * Tests recordings of real packets with the real engine. The first lane replays the packets, and the second lane
 * simulates the scene.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settled, started } from '../../testing/session';
import { SMALL_SCENE } from '../../testing/small-scene';
import type { Preset } from '../border/scenario';
import { sceneStore } from '../scene/scene-store';

const BYTES = new Uint8Array(
  readFileSync(join(import.meta.dirname, '../../../../presets/recordings/linux-choke.chokerec')),
);

const RECORDED: Preset = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../presets/linux-recorded-choke.json'), 'utf8'),
);

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const opened = async (bytes = BYTES) => {
  const lab = await started();
  const problems = await lab.session.openFile(new Blob([bytes]), 'mine.chokerec');
  await settled();
  return { ...lab, problems };
};

const names = (session: Awaited<ReturnType<typeof started>>['session']) => session.lanes.map(({ name }) => name);

describe('a recording of real packets', () => {
  it('opens beside its simulation, runs to its end and can go back', async () => {
    const { session, problems, now } = await opened();
    expect(problems).toEqual([]);
    expect(names(session)).toEqual(['CHOKe, real', 'CHOKe']);
    const { recording, divergence } = sceneStore.getState();
    expect(recording).toMatchObject({ name: 'mine.chokerec', live: 'no', description: { decided_as_recorded: true } });
    expect(divergence).toBeUndefined();
    session.seek(20);
    await settled();
    const [real, simulated] = session.lanes.map(({ run }) => run.latest.scalars);
    expect(real?.arrived).toBe(recording?.description.packets);
    expect(simulated?.arrived).not.toBe(real?.arrived);
    expect(real).toMatchObject({ is_finished: 1, replay_mismatches: 0 });
    session.seek(7);
    await settled();
    session.seek(20);
    await settled();
    expect(now()).toBe(20);
    expect(session.lanes[0]?.run.latest.scalars).toMatchObject({ arrived: real?.arrived, replay_mismatches: 0 });
  });

  it('stays open while settings change, and closes with its scene', async () => {
    const { session } = await opened();
    await session.change('queue.params.max_th', 40);
    session.switchDiscipline('red');
    await settled();
    expect(names(session)).toEqual(['RED, real', 'CHOKe']);
    session.undo();
    await settled();
    expect(names(session)).toEqual(['CHOKe, real', 'CHOKe']);
    await session.openFile(new Blob([JSON.stringify(SMALL_SCENE)]), 'other.json');
    await settled();
    expect(session.lanes.every(({ run }) => !run.facts.is_driven)).toBe(true);
    expect(sceneStore.getState().recording).toBeUndefined();
  });

  it('of a preset opens beside its simulation, from the list of scenes and by ?preset=', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(BYTES)));
    const byAddress = await started({ search: `?preset=${RECORDED.scenario.id}`, others: [RECORDED] });
    expect(names(byAddress.session)).toEqual(['CHOKe, real', 'CHOKe']);
    const fromPicker = await started({ others: [RECORDED] });
    fromPicker.session.openPreset(RECORDED.scenario.id);
    await settled();
    expect(names(fromPicker.session)).toEqual(['CHOKe, real', 'CHOKe']);
  });

  it('is used up to the cut if it is cut off, and refused if bytes are changed', async () => {
    const { session } = await opened(BYTES.slice(0, BYTES.length / 2));
    const { scenario, recording } = sceneStore.getState();
    expect(recording?.description.end).toBeNull();
    expect(scenario?.duration_s).toBe(recording?.description.known_until_s);
    const damaged = BYTES.slice();
    damaged[damaged.length / 2] = (damaged[damaged.length / 2] ?? 0) ^ 1;
    expect(await session.openFile(new Blob([damaged]), 'damaged.chokerec')).toEqual([
      { path: 'recording', problem: 'the recording is damaged: the bytes of a block cannot be read' },
    ]);
    expect(sceneStore.getState().scenario).toEqual(scenario);
  });
});

describe('a live recording', () => {
  const serve = () => {
    let body: ReadableStreamDefaultController<Uint8Array> | undefined;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        body = controller;
      },
    });
    const fetched = vi.fn<(url: string) => Promise<Response>>(() => Promise.resolve(new Response(stream)));
    vi.stubGlobal('fetch', fetched);
    return {
      fetched,
      send: (from: number, until: number) => body?.enqueue(BYTES.slice(from, until)),
      end: () => body?.close(),
    };
  };

  it('runs as far as packets are known until it ends', async () => {
    const { fetched, send, end } = serve();
    const starting = started({ fragment: 'live.abc' });
    send(0, 20_000);
    const { session, play, now } = await starting;
    await settled();
    expect(fetched.mock.calls[0]?.[0]).toBe('live?token=abc');
    expect(sceneStore.getState()).toMatchObject({ recording: { live: 'yes' }, scenario: { duration_s: 20 } });
    const known_s = now();
    expect(known_s).toBeGreaterThan(1);
    await play(2);
    expect(now()).toBe(known_s);
    session.seek(19);
    await settled();
    expect(now()).toBe(known_s);
    send(20_000, BYTES.length);
    end();
    await vi.waitFor(() => expect(sceneStore.getState().recording?.live).toBe('over'));
    session.goToNow();
    await settled();
    expect(session.lanes[0]?.run.latest.scalars.is_finished).toBe(1);
    expect((await session.recordingFile()?.arrayBuffer())?.byteLength).toBe(BYTES.length);
  });

  it('opens the first scene if there is no router, and the reason is reported', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 403 })));
    await started({ fragment: 'live.abc' });
    await settled();
    const { notices, recording } = sceneStore.getState();
    expect(recording).toBeUndefined();
    expect(notices).toMatchObject([{ kind: 'bad-link', problems: [{ path: 'live' }] }]);
  });
});
