import { expect, it } from 'vitest';
import { type ClipPlan, planOf, SIZES } from './clip-plan';
import type { ClipLook, ClipScene } from './clip-scene';
import { type ClipFile, makeClip } from './make-clip';

const [SIZE] = SIZES;
if (SIZE === undefined) throw new Error('there is at least one size');
const PLAN: ClipPlan = planOf({
  ...{ from_s: 1, until_s: 2, pace: 1, fps: 5, size: SIZE, hasStage: true, plots: [] },
});
const LOOK: ClipLook = {
  ...{ theme: 'dark', hasStage: true, plots: [] },
  provenance: { title: '', link: '', engine: '', numbers: 1, seeds: [], lanes: [] },
};

/** A fake scene and a fake file, which add their calls to `done`. */
function studio(done: string[], failsAt = Number.POSITIVE_INFINITY) {
  const scene: ClipScene = {
    canvas: {} as HTMLCanvasElement,
    name: '',
    plots: [],
    begin: async () => void done.push('begin'),
    paint: async (frame) => {
      if (frame === failsAt) throw new Error('out of memory');
      done.push(`paint ${frame}`);
    },
    close: () => undefined,
  };
  const file: ClipFile = {
    add: async () => void done.push('add'),
    finish: async () => {
      done.push('finish');
      return new Blob(['clip']);
    },
    cancel: async () => void done.push('cancel'),
  };
  return { scene, file };
}

it('the maker of clips paints and encodes every frame once, in order', async () => {
  const done: string[] = [];
  const { scene, file } = studio(done);
  const frames: number[] = [];
  const making = { signal: new AbortController().signal, onUnderWay: () => undefined };
  const blob = await makeClip(scene, PLAN, LOOK, file, { ...making, onFrame: (count) => frames.push(count) });
  expect(blob?.size).toBe(4);
  expect(frames).toEqual([1, 2, 3, 4, 5]);
  expect(done).toEqual(['begin', ...[0, 1, 2, 3, 4].flatMap((frame) => [`paint ${frame}`, 'add']), 'finish']);
});

it('a cancelled clip leaves no file and no encoder', async () => {
  const done: string[] = [];
  const { scene, file } = studio(done);
  const cancel = new AbortController();
  const onFrame = (count: number): void => {
    if (count === 2) cancel.abort();
  };
  const making = { signal: cancel.signal, onUnderWay: () => undefined, onFrame };
  expect(await makeClip(scene, PLAN, LOOK, file, making)).toBeUndefined();
  expect(done).toEqual(['begin', 'paint 0', 'add', 'paint 1', 'add', 'cancel']);
});

it('a failure is reported, and the encoder is freed', async () => {
  const done: string[] = [];
  const { scene, file } = studio(done, 1);
  const making = { signal: new AbortController().signal, onUnderWay: () => undefined, onFrame: () => undefined };
  await expect(makeClip(scene, PLAN, LOOK, file, making)).rejects.toThrow('out of memory');
  expect(done.at(-1)).toBe('cancel');
});
