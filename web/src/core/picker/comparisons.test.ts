import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../testing/engine';
import type { Scenario } from '../border/scenario';
import { nextLane, ownParameters, readyComparisons, sameTrafficHint, withoutOwn } from './comparisons';

const SCENE = { queue: { params: {} } } as unknown as Scenario;

describe('the list of ready-made comparisons', () => {
  it('puts CHOKe beside CHOKeD, and repeats no discipline while others are unused', () => {
    const choked = { aqm: 'choked', params: {} };
    expect(nextLane(CATALOG, [choked]).aqm).toBe('choke');
    expect(nextLane(CATALOG, [{ aqm: 'choke', params: {} }]).aqm).toBe('choked');
    let lanes = [choked];
    while (lanes.length < CATALOG.disciplines.length) lanes = [...lanes, nextLane(CATALOG, lanes) as typeof choked];
    expect(new Set(lanes.map(({ aqm }) => aqm)).size).toBe(CATALOG.disciplines.length);
    expect(nextLane(CATALOG, lanes).aqm).toBe(lanes.at(-1)?.aqm);
  });

  it('offers only existing disciplines, at most four at once, and no combination twice', () => {
    for (const { lanes } of readyComparisons(CATALOG, SCENE, 'choke')) {
      expect(lanes.length).toBeGreaterThan(1);
      expect(lanes.length).toBeLessThanOrEqual(4);
      expect(new Set(lanes.map((lane) => JSON.stringify(lane))).size).toBe(lanes.length);
    }
    const few = { ...CATALOG, disciplines: CATALOG.disciplines.filter(({ id }) => id === 'choke') };
    expect(readyComparisons(few, SCENE, 'choke').every(({ lanes }) => lanes.every(({ aqm }) => aqm === 'choke'))).toBe(
      true,
    );
  });

  it('refers to the scene that shows the thesis’s order, in every other scene', () => {
    const remarks = (id: string) =>
      readyComparisons(CATALOG, { ...SCENE, id }, 'choke').flatMap(({ name, remark }) =>
        remark === undefined ? [] : [[name, remark]],
      );
    expect(remarks('first-choke')).toEqual([
      ['RED · CHOKe · gCHOKe · CHOKeD', expect.stringMatching(/thesis .* Model 1.* differently\.$/)],
    ]);
    expect(remarks('choked-model1')).toEqual([]);
  });

  it('keeps the values of a parameter within its range', () => {
    const about = CATALOG.disciplines.find(({ id }) => id === 'choke');
    const strengths = readyComparisons(CATALOG, SCENE, 'choke').at(-1);
    for (const lane of strengths?.lanes ?? [])
      for (const [id, value] of Object.entries(lane.params)) {
        const kind = about?.params.find((spec) => spec.id === id)?.kind;
        if (kind?.kind !== 'integer' && kind?.kind !== 'real') throw new Error(`${id} is not a number`);
        expect(value).toBeGreaterThanOrEqual(kind.min);
        expect(value).toBeLessThanOrEqual(kind.max);
      }
  });

  it('names a lane’s own parameters, and can remove them', () => {
    const lane = { aqm: 'choke', params: { ecn: true, limit: 50 } };
    expect(ownParameters(undefined, lane).map(({ text }) => text)).toEqual(['ecn on', 'limit 50']);
    expect(withoutOwn(lane, 'ecn')).toEqual({ aqm: 'choke', params: { limit: 50 } });
  });

  it('says for each transport whether the lanes get the same packets', () => {
    const hint = (...transports: string[]): string =>
      sameTrafficHint({ flows: transports.map((transport) => ({ transport })) } as unknown as Scenario);
    expect(hint('udp')).toMatch(/exactly the same packets/);
    expect(hint('udp', 'newreno')).toMatch(/TCP reacts/);
    expect(hint('newreno')).toMatch(/react to that lane/);
  });
});
