import { beforeEach, describe, expect, it } from 'vitest';
import { PRESET, type StartedSession, started } from '../../testing/session';
import type { HappeningName } from '../border/client';
import { viewStore } from '../page/view-store';
import { sceneStore } from '../scene/scene-store';
import { DROPS_AND_MARKS } from './event-rows';
import { EVENT_COLUMNS, eventsTable } from './saved-events';

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
});

const TWO_LANES = {
  ...PRESET,
  scenario: {
    ...PRESET.scenario,
    lanes: [
      { aqm: 'choked', params: {} },
      { aqm: 'red', params: {} },
    ],
  },
};

interface Result {
  readonly bottleneck: Readonly<
    Record<'arrived_packets' | 'departed_packets' | 'dropped_packets' | 'marked_packets', number>
  >;
}

async function stopped(): Promise<StartedSession> {
  const it = await started({ preset: TWO_LANES });
  await it.play(4);
  it.session.togglePlay();
  return it;
}

const watch = { signal: new AbortController().signal, onProgress: (): void => undefined };
const column = (name: string): number => EVENT_COLUMNS.findIndex((it) => it.name === name);

describe('the table of the events of a run', () => {
  it('has all events of every lane: as many as the results report', async () => {
    const { session, now } = await stopped();
    const results = (await session.results()) as readonly Result[];
    const choice = { ...DROPS_AND_MARKS, isEverything: true };
    const { rows, columns, provenance, remark } = await eventsTable(
      { lanes: session.lanes, choice, actions: session },
      watch,
    );
    expect(remark).toBeUndefined();
    expect(provenance).toMatchObject({ until_s: now(), seeds: [7], lanes: ['CHOKeD', 'RED'] });
    expect(provenance.link).toMatch(/^https:\/\/example\.org\/#/);
    for (const row of rows) expect(row).toHaveLength(columns.length);
    for (const [place, lane] of ['CHOKeD', 'RED'].entries()) {
      const count = (...kinds: readonly HappeningName[]): number =>
        rows.filter((row) => row[column('lane')] === lane && kinds.includes(row[column('kind')] as HappeningName))
          .length;
      const bottleneck = results[place]?.bottleneck;
      expect(bottleneck?.dropped_packets).toBeGreaterThan(20);
      expect(count('dropped-arriving', 'dropped-waiting')).toBe(bottleneck?.dropped_packets);
      expect(count('admitted', 'dropped-arriving')).toBe(bottleneck?.arrived_packets);
      expect(count('sent')).toBe(bottleneck?.departed_packets);
    }
  });

  it('uses the filter of the list, and counts flows and places from 1', async () => {
    const { session } = await stopped();
    const choice = { ...DROPS_AND_MARKS, who: { kind: 'class', name: 'udp' } as const };
    const { rows } = await eventsTable({ lanes: session.lanes.slice(0, 1), choice, actions: session }, watch);
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map((row) => row[column('flow')]))).toEqual(new Set([1]));
    expect(new Set(rows.map((row) => row[column('class')]))).toEqual(new Set(['udp']));
    const places = rows.flatMap((row) => row[column('place')] ?? []).map(Number);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(1);
    for (const row of rows) expect(row[column('place')] === null).toBe(row[column('kind')] === 'dropped-arriving');
  });

  it('ends at the same time in all lanes if there are too many events, and the file says so', async () => {
    const { session, now } = await stopped();
    const all = { lanes: session.lanes, choice: DROPS_AND_MARKS, actions: session };
    const whole = await eventsTable(all, watch);
    const cut = await eventsTable({ ...all, mostRows: 40 }, watch);
    const until_s = cut.provenance.until_s ?? 0;
    expect(until_s).toBeLessThan(now());
    expect(cut.remark).toBe(
      `The list ends at ${until_s} s of ${now()} s, because a file holds at most 40 events. Filter by flow or reason to cover a longer time.`,
    );
    expect(cut.rows.length).toBeLessThanOrEqual(40);
    expect(cut.rows).toEqual(whole.rows.filter((row) => Number(row[column('time_s')]) < until_s));
  });

  it('can be cancelled while it is made', async () => {
    const { session } = await stopped();
    const signal = AbortSignal.abort(new Error('it was cancelled'));
    const table = eventsTable(
      { lanes: session.lanes, choice: DROPS_AND_MARKS, actions: session },
      { ...watch, signal },
    );
    await expect(table).rejects.toThrow('it was cancelled');
  });
});
