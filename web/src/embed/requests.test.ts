import { describe, expect, it } from 'vitest';
import { sceneStore } from '../core/scene/scene-store';
import { settled, started } from '../testing/session';
import { EmbedRun } from './embed-run';
import type { Request } from './host/embed-api';
import { readRequest } from './requests';
import { wishOf } from './scene-wish';

const sent = (message: object) => readRequest({ chokepoint: 1, ...message });

describe('a request of the outer page to an embed', () => {
  it('is read as it was sent', () => {
    const requests: Request[] = [
      { type: 'open', scene: '?preset=choked-model1' },
      { type: 'play' },
      { type: 'pause' },
      { type: 'seek', at_s: 12.5 },
      { type: 'set', path: 'flows.0.rate_bps', value: 3e6 },
      { type: 'set', path: 'queue.params.ecn', value: true },
      { type: 'state' },
      { type: 'result' },
    ];
    for (const request of requests)
      expect(sent({ ...request, id: 7, more: 'ignored' })).toEqual({ kind: 'request', request, id: 7 });
  });

  it('is ignored if it is not meant for the embed', () => {
    for (const data of [undefined, null, 0, 'play', [], {}, { type: 'play' }, new Map()])
      expect(readRequest(data)).toBeUndefined();
  });

  it.each([
    ['another version', { chokepoint: 2, type: 'play' }, 'chokepoint'],
    ['a type that there is not', { type: 'explode' }, 'type'],
    ['a type of the object itself', { type: 'constructor' }, 'type'],
    ['no type', {}, 'type'],
    ['a moment before the start', { type: 'seek', at_s: -1 }, 'at_s'],
    ['no moment', { type: 'seek', at_s: Number.NaN }, 'at_s'],
    ['a moment in words', { type: 'seek', at_s: '3' }, 'at_s'],
    ['a path into the prototype', { type: 'set', path: '__proto__.x', value: 1 }, 'path'],
    ['a path that is none', { type: 'set', path: 'a..b', value: 1 }, 'path'],
    ['an object as a value', { type: 'set', path: 'seed', value: {} }, 'value'],
    ['an infinite value', { type: 'set', path: 'seed', value: Number.POSITIVE_INFINITY }, 'value'],
    ['a scene of a megabyte', { type: 'open', scene: 'x'.repeat(1e6) }, 'scene'],
  ])('is refused with the name of the field: %s', (_, message, field) => {
    const read = sent({ id: 3, ...message });
    expect(read).toMatchObject({ kind: 'refused', id: 3, problems: [{ field }] });
    const [problem] = read?.kind === 'refused' ? read.problems : [];
    expect(problem?.allowed).not.toBe('');
    expect(JSON.stringify(problem).length).toBeLessThan(400);
  });

  it('does not damage a scene, however hostile it is', async () => {
    const { session } = await started();
    session.togglePlay();
    await settled();
    const run = new EmbedRun(session, false);
    const before = JSON.stringify(sceneStore.getState().scenario);
    const random = numbers(16);
    let refused = 0;
    for (let message = 0; message < 2000; message += 1) {
      const data = hostile(random, 3);
      const read = readRequest(data);
      if (read?.kind === 'refused') refused += 1;
      // By chance, a random message may be a valid request. It is then performed, as on the page.
      const request = read?.kind === 'request' ? read.request : undefined;
      if (request?.type === 'set') await run.perform(request).catch(() => undefined);
      if (request?.type === 'open') expect(wishOf(request.scene).kind).not.toBe('query');
    }
    expect(refused).toBeGreaterThan(500);
    expect(JSON.stringify(sceneStore.getState().scenario)).toBe(before);
    expect(sceneStore.getState().state).toBe('paused');
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  }, 60_000);
});

/** Pseudo-random whole numbers, the same in every run of the test. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function hostile(random: (below: number) => number, depth: number): unknown {
  const names = ['chokepoint', 'type', 'id', 'scene', 'at_s', 'path', 'value', '__proto__', 'constructor', 'toString'];
  const texts = [
    'play',
    'set',
    'seek',
    'open',
    '',
    '../',
    '<img>',
    '1.%%%',
    '?preset=x',
    'lanes.constructor.x',
    '\u0000',
  ];
  const one = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const leaf = (): unknown =>
    one([0, 1, -1, Number.NaN, 1e308, true, null, undefined, one(texts), 'x'.repeat(random(5000)), [], () => 1]);
  if (depth === 0) return leaf();
  const message: Record<string, unknown> = random(4) > 0 ? { chokepoint: 1 } : {};
  if (random(2) > 0) message.type = one(['set', 'seek', 'open', 'result', 'toString', 'play ']);
  for (let count = random(6); count > 0; count -= 1)
    Object.defineProperty(message, one(names), {
      value: random(3) > 0 ? leaf() : hostile(random, depth - 1),
      enumerable: true,
      configurable: true,
    });
  return random(20) > 0 ? message : leaf();
}
