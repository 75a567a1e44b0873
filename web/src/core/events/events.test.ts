import { describe, expect, it } from 'vitest';
import { Happening } from '../border/border.gen';
import type { HistoryFilter, HistoryPage, SceneFacts } from '../border/client';
import type { Catalog } from '../run/run-buffer';
import { EventFeed, type FeedMoment, pastCount } from './event-feed';
import { DROPS_AND_MARKS, type EventRow, eventRows, historyFilter } from './event-rows';
import { rowByKey, rowsInSight, SPARE_ROWS, scrollToShow } from './windowing';

const catalog = {
  reasons: [
    { id: 'early', name: 'early drop', family: 'early' },
    { id: 'match_arriving', name: 'matched, arriving', family: 'match' },
    { id: 'match_victim', name: 'matched, in queue', family: 'match' },
    { id: 'mark_early', name: 'early mark', family: 'mark' },
    { id: 'push_out', name: 'pushed out', family: 'overflow' },
  ],
} as unknown as Catalog;
const facts = {
  flows: [
    { number: 1, class: 'udp', transport: 'udp' },
    { number: 2, class: 'tcp', transport: 'newreno' },
  ],
} as unknown as SceneFacts;
const source = { catalog, facts };

interface Entry {
  readonly event: number;
  readonly time_s: number;
  readonly kind: number;
  readonly flow?: number;
  readonly reason?: number;
  readonly place?: number;
  readonly decision?: number;
}

function columns(entries: readonly Entry[]): HistoryPage['rows'] {
  return {
    time_s: Float64Array.from(entries, ({ time_s }) => time_s),
    kind: Uint8Array.from(entries, ({ kind }) => kind),
    flow: Uint32Array.from(entries, ({ flow }) => flow ?? 0),
    packet: Uint32Array.from(entries, ({ event }) => event),
    reason: Uint8Array.from(entries, ({ reason }) => reason ?? 255),
    place: Int32Array.from(entries, ({ place }) => place ?? -1),
    decision: Uint32Array.from(entries, ({ decision }) => decision ?? 0),
    event: Float64Array.from(entries, ({ event }) => event),
  };
}

describe('the rows of the list of events', () => {
  const arrival = { event: 9, time_s: 1, kind: Happening.droppedArriving, reason: 1, decision: 5 };
  const victim = { event: 9, time_s: 1, kind: Happening.droppedWaiting, reason: 2, place: 57, decision: 5 };

  it('show a match as one row, in whichever order its packets were dropped', () => {
    for (const order of [
      [victim, arrival],
      [arrival, victim],
    ])
      expect(eventRows(columns(order), source)).toEqual([
        {
          event: 9,
          time_s: 1,
          decision: 5,
          kind: 'drop',
          reason: source.catalog.reasons[1],
          text: 'UDP flow 1 matched at position 58: both dropped',
        },
      ]);
  });

  it('give the number of dropped packets', () => {
    expect(eventRows(columns([victim, { ...victim, place: 40 }, arrival]), source)[0]?.text).toBe(
      'UDP flow 1 matched at positions 58, 41: all 3 dropped',
    );
  });

  it('do not count a drop for another reason as a match', () => {
    const early = { ...arrival, reason: 0 };
    const pushed = { ...victim, reason: 4 };
    const texts = (...entries: Entry[]) => eventRows(columns(entries), source).map(({ text }) => text);
    expect(texts(pushed, early)).toEqual(['UDP flow 1 dropped: early drop; at position 58: pushed out']);
    expect(texts(early, pushed, { ...pushed, flow: 1, place: 3 }, { ...pushed, place: 7 })).toEqual([
      'UDP flow 1 dropped: early drop; at positions 58, 8: pushed out; TCP flow 2 at position 4: pushed out',
    ]);
    expect(texts(pushed, { ...pushed, flow: 1, place: 3 })).toEqual([
      'UDP flow 1 dropped at position 58: pushed out; TCP flow 2 at position 4: pushed out',
    ]);
  });

  it('describe every other kind of event', () => {
    const rows = eventRows(
      columns([
        { event: 1, time_s: 1, kind: Happening.droppedArriving, flow: 1, reason: 0, decision: 1 },
        { event: 2, time_s: 1, kind: Happening.marked, flow: 1, reason: 3, decision: 2 },
        { event: 2, time_s: 1, kind: Happening.admitted, flow: 1, place: 40, decision: 2 },
        { event: 3, time_s: 1, kind: Happening.admitted, flow: 1, place: 41, decision: 3 },
        { event: 4, time_s: 1, kind: Happening.sent, flow: 1, place: 0 },
        { event: 5, time_s: 1, kind: Happening.sent, flow: 0, place: 0 },
      ]),
      source,
    );
    expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
      ['drop', 'TCP flow 2 dropped: early drop'],
      ['mark', 'TCP flow 2 marked: early mark'],
      ['admit', 'TCP flow 2 admitted at position 42'],
      ['sent', 'TCP flow 2 sent'],
      ['sent', 'UDP flow 1 sent'],
    ]);
  });
});

describe('the filter of the list of events', () => {
  it("names no kinds for drops and marks, because they are the engine's default", () => {
    expect(historyFilter(DROPS_AND_MARKS)).toEqual({});
  });

  it('names the flow, class, reason and kinds', () => {
    expect(historyFilter({ who: { kind: 'flow', row: 3 }, reason: 'early', isEverything: true })).toEqual({
      flow: 3,
      reason: 'early',
    });
    expect(historyFilter({ who: { kind: 'class', name: 'tcp' }, reason: undefined, isEverything: true })).toEqual({
      class: 'tcp',
      kinds: ['admitted', 'dropped-arriving', 'dropped-waiting', 'sent', 'marked'],
    });
  });
});

describe('the visible rows of a list', () => {
  it('are those of the window and a few more', () => {
    expect(rowsInSight(0, 200, 40, 10_000)).toEqual({ first: 0, end: 13 });
    expect(rowsInSight(4000, 200, 40, 10_000)).toEqual({ first: 92, end: 113 });
    expect(rowsInSight(399_800, 200, 40, 10_000)).toEqual({ first: 9987, end: 10_000 });
    expect(rowsInSight(4000, 200, 40, 10_000, SPARE_ROWS.running)).toEqual({ first: 99, end: 106 });
  });

  it('are none if the list has no height or no rows', () => {
    expect(rowsInSight(0, 0, 40, 10)).toEqual({ first: 0, end: 0 });
    expect(rowsInSight(900, 200, 40, 0)).toEqual({ first: 0, end: 0 });
  });

  it('are shown with the least scrolling', () => {
    expect(scrollToShow(2, 0, 200, 40)).toBe(0);
    expect(scrollToShow(5, 0, 200, 40)).toBe(40);
    expect(scrollToShow(1, 100, 200, 40)).toBe(40);
  });

  it('can be selected by keys', () => {
    const from = (key: string) => rowByKey(key, 5, 100, 4);
    expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map(from)).toEqual([
      6,
      4,
      9,
      1,
      0,
      99,
      undefined,
    ]);
    expect(rowByKey('ArrowUp', 0, 100, 4)).toBe(0);
  });
});

describe('the loaded part of the history', () => {
  /** A run with one event every `every_s` seconds. Event numbers begin at 1. */
  function history(every_s: number) {
    const asked: [from_s: number, until_s: number][] = [];
    const ask = (
      _lane: number,
      from_s: number,
      until_s: number,
      filter: HistoryFilter,
      max: number,
    ): Promise<HistoryPage> => {
      asked.push([from_s, until_s]);
      const entries: Entry[] = [];
      const after = filter.after_event ?? 0;
      for (let event = Math.max(1, after + 1, Math.ceil(from_s / every_s)); event * every_s <= until_s; event += 1)
        entries.push({
          event,
          time_s: event * every_s,
          kind: Happening.droppedArriving,
          reason: 0,
          decision: event,
        });
      const isWhole = entries.length <= max;
      const rows = entries.slice(0, max);
      const last = rows.at(-1);
      return Promise.resolve({
        rows: columns(rows),
        count: rows.length,
        isWhole,
        ended_s: isWhole ? until_s : (last?.time_s ?? until_s),
        lastEvent: isWhole ? Math.floor(until_s / every_s) : (last?.event ?? 0),
      });
    };
    return { ask, asked };
  }
  const at = (now_s: number, more: Partial<FeedMoment> = {}): FeedMoment => ({
    lane: 0,
    key: 'a',
    filter: {},
    source,
    now_s,
    furthest_s: now_s,
    isPlaying: false,
    isFollowing: true,
    wants: undefined,
    ...more,
  });
  async function settle(feed: EventFeed, moment: FeedMoment): Promise<void> {
    for (let version = -1, rest = 0; rest < 3; ) {
      feed.tend(moment, 0);
      for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
      rest = version === feed.version ? rest + 1 : 0;
      version = feed.version;
    }
  }
  const isGapless = (rows: readonly EventRow[]): boolean =>
    rows.every(({ event }, place) => event === (rows[0]?.event ?? 0) + place);

  it('contains the events around the present time, each loaded once', async () => {
    const { ask, asked } = history(0.01);
    const feed = new EventFeed(ask);
    await settle(feed, at(50, { furthest_s: 90 }));
    const past = pastCount(feed.rows, 50);
    expect(feed.rows[past - 1]?.event).toBe(5000);
    expect(feed.rows.length - past).toBeGreaterThan(30);
    expect(isGapless(feed.rows)).toBe(true);
    const before = asked.length;
    await settle(feed, at(50, { furthest_s: 90 }));
    expect(asked.length).toBe(before);
  });

  it('extends back to the start if events are rare', async () => {
    const feed = new EventFeed(history(30).ask);
    expect(feed.isFromStart).toBe(false);
    await settle(feed, at(190));
    expect(feed.rows.map(({ time_s }) => time_s)).toEqual([30, 60, 90, 120, 150, 180]);
    expect(feed.isFromStart).toBe(true);
  });

  it('requests only new events while the run plays, and sends few requests', async () => {
    const { ask, asked } = history(0.004);
    const feed = new EventFeed(ask);
    await settle(feed, at(10, { isPlaying: true }));
    const { beginnings } = feed;
    for (let now_s = 10.25; now_s < 20; now_s += 0.25) {
      const before = asked.length;
      feed.tend(at(now_s, { isPlaying: true }), now_s * 1000);
      for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
      expect(asked.length - before).toBeLessThanOrEqual(1);
    }
    expect(feed.beginnings).toBe(beginnings);
    expect(isGapless(feed.rows)).toBe(true);
    expect(feed.rows.at(-1)?.time_s).toBeGreaterThan(19.7);
  });

  it('is loaded anew around the time to which the run jumped', async () => {
    const feed = new EventFeed(history(0.01).ask);
    await settle(feed, at(150));
    await settle(feed, at(20, { furthest_s: 150 }));
    expect(feed.rows[pastCount(feed.rows, 20) - 1]?.event).toBe(2000);
    expect(isGapless(feed.rows)).toBe(true);
  });

  it('grows at the end to which the user scrolls, and stays there while the run plays on', async () => {
    const feed = new EventFeed(history(0.01).ask);
    await settle(feed, at(50));
    const before = feed.rows.length;
    feed.tend(at(60, { isPlaying: true, isFollowing: false, wants: 'older' }), 0);
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
    expect(feed.rows.length).toBeGreaterThan(before);
    expect(feed.rows.at(-1)?.event).toBe(5000);
    expect(isGapless(feed.rows)).toBe(true);
  });

  it('does not keep the rows of another filter', async () => {
    const feed = new EventFeed(history(0.01).ask);
    await settle(feed, at(50));
    const { beginnings } = feed;
    await settle(feed, at(50, { key: 'b' }));
    expect(feed.beginnings).toBe(beginnings + 1);
  });

  it('is not requested for a while after a refused request', async () => {
    let asked = 0;
    const feed = new EventFeed(() => {
      asked += 1;
      return Promise.reject(new Error('lost'));
    });
    for (let now_ms = 0; now_ms < 3000; now_ms += 100) {
      feed.tend(at(5), now_ms);
      for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
    }
    expect(asked).toBe(3);
  });

  it('treats a decision as past from the time it was made', () => {
    const rows = [1, 2, 3].map((decision) => ({ decision, time_s: 5 }) as EventRow);
    expect(pastCount(rows, 5, 2)).toBe(2);
    expect(pastCount(rows, 4.9, 9)).toBe(0);
  });
});
