import { describe, expect, it } from 'vitest';
import { SlotFlag } from '../border/border.gen';
import type { SlotsView } from '../border/catalog';
import type { RunBuffer } from '../run/run-buffer';
import { backgroundOf, briefOfSlots, type SlotsShown, slotsOf } from './slots-model';
import { stateViews } from './views';

const VIEW: SlotsView = {
  kind: 'slots',
  title: 'ring',
  meaning: '',
  gauge: 'qlen',
  only_if: [{ param: 'ring', values: ['linux'] }],
};

/** A ring made from a string: P is a packet, o a hole, x a lost packet, - a free slot. */
function shown(picture: string, head: number, tail: number, qlen: number): SlotsShown {
  const of = { P: SlotFlag.packet, o: SlotFlag.hole, x: SlotFlag.lost, '-': 0 } as const;
  const flags = Uint8Array.from(picture, (slot) => of[slot as keyof typeof of]);
  flags[head] = (flags[head] as number) | SlotFlag.head;
  flags[tail] = (flags[tail] as number) | SlotFlag.tail;
  const run = {
    about: { gauges: [{ id: 'avg' }, { id: 'qlen' }] },
    latest: { slots: { flags }, gauges: { value: Float64Array.of(0, qlen) } },
  };
  return slotsOf(run as unknown as RunBuffer, VIEW);
}

describe('a ring of slots', () => {
  it('is divided into sections of slots of one kind', () => {
    const ring = shown('PPoP----', 0, 4, 3);
    expect(ring.stretches).toEqual([
      { kind: 'packet', from: 0, to: 0.25 },
      { kind: 'hole', from: 0.25, to: 0.375 },
      { kind: 'packet', from: 0.375, to: 0.5 },
    ]);
    expect([ring.head, ring.tail]).toEqual([0, 0.5]);
    expect(briefOfSlots(ring)).toBe('3 packets and 1 hole in 8 slots, 0 lost; length 3');
  });

  it('does not join sections across a free slot', () => {
    expect(shown('P-----PP', 6, 1, 3).stretches.map(({ from }) => from)).toEqual([0, 0.75]);
  });

  it('counts all lost packets, and shows those whose slots were not overwritten', () => {
    const ring = shown('P---xxxx', 0, 1, 6);
    expect(briefOfSlots(ring)).toBe('1 packet and 0 holes in 8 slots, 5 lost; length 6');
    expect(backgroundOf(ring, 'lost', 'red')).toBe(
      'linear-gradient(to right, transparent 50%, red 50%, red 100%, transparent 100%)',
    );
    expect(backgroundOf(ring, 'hole', 'red')).toBe('none');
  });

  it('exists only under the setting that creates it', () => {
    const views = (ring: string) =>
      stateViews({ about: { state: [VIEW] }, facts: { params: { ring } } } as unknown as RunBuffer);
    expect([views('exact'), views('linux')]).toEqual([[], [VIEW]]);
  });
});
