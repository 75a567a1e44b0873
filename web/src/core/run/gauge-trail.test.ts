import { expect, it } from 'vitest';
import { GaugeTrail, MOST_INSTANTS } from './gauge-trail';

it('the trail of gauges keeps the values of frames in bounded memory, and removes a replaced future', () => {
  const trail = new GaugeTrail(2);
  const count = 3 * MOST_INSTANTS;
  for (let at = 1; at <= count; at += 1) trail.append(at, Float64Array.of(at / 2, -at));
  expect(trail.length).toBeLessThanOrEqual(MOST_INSTANTS);
  expect(trail.length).toBeGreaterThan(MOST_INSTANTS / 4);
  for (let instant = 0; instant < trail.length; instant += 1) {
    const time_s = trail.time_s[instant] ?? Number.NaN;
    expect([trail.values[0]?.[instant], trail.values[1]?.[instant]]).toEqual([time_s / 2, -time_s]);
    expect(trail.instantBefore(time_s)).toBe(instant);
  }
  expect(trail.instantBefore(0)).toBe(-1);
  trail.append(5, Float64Array.of(0, 0));
  trail.keepUntil(1000.5);
  expect(trail.time_s[trail.length - 1]).toBeLessThanOrEqual(1000.5);
  trail.append(2000, Float64Array.of(1, 1));
  trail.append(2001, Float64Array.of(1, 1));
  trail.append(2002, Float64Array.of(1, 1));
  trail.append(2003, Float64Array.of(1, 1));
  expect(trail.time_s[trail.length - 1]).toBeGreaterThan(1999);
});

it('the trail of gauges counts how many of the waiting packets belong to flows that ignore drops', () => {
  const trail = new GaugeTrail(1);
  const frame = {
    scalars: { now_s: 3 },
    gauges: { value: Float64Array.of(7) },
    queue: { flow: Uint32Array.of(0, 4, 0) },
  } as unknown as Parameters<GaugeTrail['look']>[0];
  trail.look(frame, { isUnresponsive: (row) => row === 0 });
  expect([trail.time_s[0], trail.values[0]?.[0], trail.waiting[0], trail.unresponsive[0]]).toEqual([3, 7, 3, 2]);
});
