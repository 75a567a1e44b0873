import { describe, expect, it } from 'vitest';
import { steadyStateOf } from './choke-limit';
import { type Draws, shareUnderChoked } from './choked-limit';

let state = 20261126;
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/**
 * Simulates the formula's case packet by packet: TCP keeps the queue at `length` packets, and UDP packets arrive at
 * random.
 */
function simulatedShare(load: number, { rear, front }: Draws, length = 60, services = 60_000): number {
  // The end of the list is the rear of the queue.
  const queue: boolean[] = Array.from({ length }, () => false);
  let sent = 0;
  let nextArrival = 0;
  for (let service = 0; service < services; service += 1) {
    for (; nextArrival < service; nextArrival += -Math.log(1 - random()) / load) {
      const half = Math.floor(queue.length / 2);
      let hits = drawn(queue, half, queue.length, rear);
      if (hits.length === 0) hits = drawn(queue, 0, half, front);
      for (const place of hits.sort((a, b) => b - a)) queue.splice(place, 1);
      if (hits.length === 0) queue.push(true);
      while (queue.length < length) queue.push(false);
    }
    if (queue.shift() === true && service >= services / 10) sent += 1;
    while (queue.length < length) queue.push(false);
  }
  return sent / (0.9 * services);
}

/** The positions of drawn packets that are UDP. Packets are drawn from part of the queue without replacement. */
function drawn(queue: readonly boolean[], from: number, to: number, draws: number): number[] {
  const places = new Set<number>();
  while (places.size < Math.min(draws, to - from)) places.add(from + Math.floor(random() * (to - from)));
  return [...places].filter((place) => queue[place]);
}

describe('one unresponsive flow under CHOKeD', () => {
  it.each([
    [0.5, { rear: 1, front: 1 }],
    [2, { rear: 1, front: 1 }],
    [0.5, { rear: 2, front: 1 }],
    [1, { rear: 2, front: 1 }],
    [0.5, { rear: 3, front: 2 }],
    [1, { rear: 3, front: 2 }],
  ])('sending at %f of the link rate gets the share of a simulated queue, %o', (load, draws) => {
    expect(Math.abs(simulatedShare(load, draws) - shareUnderChoked(load, draws))).toBeLessThan(0.008);
  });

  it('gets the share of CHOKe’s formula for half the queue, if no packet is drawn from the front', () => {
    // The rear half acts like a CHOKe queue, where the share does not depend on the length.
    for (const load of [0.5, 1, 2, 5])
      expect(shareUnderChoked(load, { rear: 1, front: 0 })).toBeCloseTo(
        steadyStateOf(load, { kind: 'choke' }).share,
        6,
      );
  });

  it('gets less with every further draw, nothing at rate 0, and less if RED drops packets', () => {
    const shares = [1, 2, 3, 4, 5].map((rear) => shareUnderChoked(1, { rear, front: Math.floor(rear / 2 + 0.5) }));
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(shareUnderChoked(0, { rear: 2, front: 1 })).toBe(0);
    expect(shareUnderChoked(1, { rear: 2, front: 1 }, 0.2)).toBeLessThan(shareUnderChoked(1, { rear: 2, front: 1 }));
  });
});
