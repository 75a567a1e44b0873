/**
 * The part of a lane's history that the list holds: it lies around the present moment, follows it, and grows at either
 * end when the user scrolls there. One question to the engine is out at a time; nothing here knows of the page.
 */

import type { HistoryFilter, HistoryPage } from '../border/client';
import { type EventRow, eventRows, type RowSource } from './event-rows';

type AskHistory = (
  lane: number,
  from_s: number,
  until_s: number,
  filter: HistoryFilter,
  max: number,
) => Promise<HistoryPage>;

/** The moment that the list is to show. */
export interface FeedMoment {
  readonly lane: number;
  /** Identifies run and filter; loaded events are valid for one key. */
  readonly key: string;
  readonly filter: HistoryFilter;
  readonly source: RowSource;
  readonly now_s: number;
  readonly furthest_s: number;
  readonly isPlaying: boolean;
  /** True if the list follows the present moment; else the user reads elsewhere in it, and it stays. */
  readonly isFollowing: boolean;
  /** The end of the list that the user has scrolled near to. */
  readonly wants: 'older' | 'newer' | undefined;
}

/** Rows asked for at once. */
const PAGE_ROWS = 600;
/** A stretch of time is chosen so that about this many rows lie in it. */
const WANTED_ROWS = 150;
/** With fewer rows before the present time, older events are loaded automatically. */
const FEW_ROWS = 60;
/** While the run plays, the oldest rows are dropped beyond twice this number; scrolling there loads them again. */
const MOST_ROWS = 2000;
const FIRST_SPAN_S = 1;
const LEAST_SPAN_S = 0.01;
/** After a refusal or a lost answer [ms]. */
const RETRY_MS = 1000;

export class EventFeed {
  /** Oldest first. */
  rows: readonly EventRow[] = [];
  /** The stretch of `rows`. */
  from_s = 0;
  until_s = 0;
  /** The number of rows that came in at the newer end since the list began anew. */
  newerCount = 0;
  /** Grows when the list begins anew. */
  beginnings = 0;
  /** Grows with every change. */
  version = 0;

  private key: string | undefined;
  /** The last event that was looked at, at the newer end. */
  private lastEvent = 0;
  private span_s = FIRST_SPAN_S;
  private isAsking = false;
  private resting_ms = Number.NEGATIVE_INFINITY;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly ask: AskHistory) {}

  /** True if `rows` begin with the run: an event that is not among them has not happened. */
  get isFromStart(): boolean {
    return this.key !== undefined && this.from_s === 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly snapshot = (): number => this.version;

  /** Asks for missing rows, if there are any and no answer is awaited. */
  tend(moment: FeedMoment, now_ms: number): void {
    if (this.isAsking || now_ms < this.resting_ms) return;
    const work = this.missing(moment);
    if (work === undefined) return;
    this.isAsking = true;
    work
      .catch(() => {
        // The engine was lost, or the scene is being replaced: the page says so elsewhere.
        this.resting_ms = now_ms + RETRY_MS;
      })
      .finally(() => {
        this.isAsking = false;
      });
  }

  private missing(moment: FeedMoment): Promise<void> | undefined {
    const { now_s, furthest_s, isPlaying, isFollowing, wants, key } = moment;
    if (key !== this.key) {
      this.span_s = FIRST_SPAN_S;
      return this.begin(moment);
    }
    if (isFollowing) {
      // A list that lags far behind begins anew rather than catching up through all that streamed by.
      if (now_s < this.from_s || now_s - this.until_s > 2 * this.span_s) return this.begin(moment);
      if (now_s > this.until_s) return this.loadNewer(moment, now_s);
    }
    const ahead = this.rows.length - pastCount(this.rows, now_s);
    if (!isPlaying && this.until_s < furthest_s && (wants === 'newer' || ahead < FEW_ROWS))
      return this.loadNewer(moment, Math.min(furthest_s, this.until_s + this.span_s));
    if (this.from_s > 0 && (wants === 'older' || this.rows.length - ahead < FEW_ROWS)) return this.loadOlder(moment);
    return undefined;
  }

  /** The last stretch before the present moment. */
  private async begin(moment: FeedMoment): Promise<void> {
    const { now_s, key, lane, filter, source } = moment;
    for (;;) {
      const from_s = Math.max(0, now_s - this.span_s);
      const page = await this.ask(lane, from_s, now_s, filter, PAGE_ROWS);
      this.judgeSpan(now_s - from_s, page);
      // The rows nearest to the present are those that a page cut short leaves out.
      if (!page.isWhole && now_s - from_s > LEAST_SPAN_S) continue;
      this.key = key;
      this.rows = eventRows(page.rows, source);
      this.from_s = from_s;
      this.until_s = page.isWhole ? now_s : page.ended_s;
      this.lastEvent = page.lastEvent;
      this.newerCount = 0;
      this.beginnings += 1;
      this.changed();
      return;
    }
  }

  private async loadNewer(moment: FeedMoment, until_s: number): Promise<void> {
    const { lane, filter, source } = moment;
    const { beginnings } = this;
    // The event numbers say where to go on; the time only says where to look.
    const after = { ...filter, after_event: this.lastEvent };
    const page = await this.ask(lane, this.until_s, until_s, after, PAGE_ROWS);
    if (beginnings !== this.beginnings) return;
    const rows = eventRows(page.rows, source);
    this.until_s = page.isWhole ? until_s : page.ended_s;
    this.lastEvent = Math.max(this.lastEvent, page.lastEvent);
    if (page.isWhole && rows.length * 4 < WANTED_ROWS && !moment.isPlaying) this.span_s *= 2;
    if (rows.length === 0) return;
    this.newerCount += rows.length;
    const all = [...this.rows, ...rows];
    const tooMany = all.length > 2 * MOST_ROWS && moment.isPlaying;
    this.rows = tooMany ? all.slice(-MOST_ROWS) : all;
    if (tooMany) this.from_s = this.rows[0]?.time_s ?? this.from_s;
    this.changed();
  }

  private async loadOlder(moment: FeedMoment): Promise<void> {
    const { lane, filter, source } = moment;
    const { beginnings } = this;
    const from_s = Math.max(0, this.from_s - this.span_s);
    const page = await this.ask(lane, from_s, this.from_s, filter, PAGE_ROWS);
    if (beginnings !== this.beginnings) return;
    this.judgeSpan(this.from_s - from_s, page);
    // The missing rows of a page cut short would leave a gap: a shorter stretch next time.
    if (!page.isWhole && this.from_s - from_s > LEAST_SPAN_S) return;
    const first = this.rows[0]?.event ?? Number.POSITIVE_INFINITY;
    const older = eventRows(page.rows, source).filter(({ event }) => event < first);
    this.from_s = from_s;
    this.rows = [...older, ...this.rows];
    this.changed();
  }

  /** Chooses the next stretch by how much happened in this one. */
  private judgeSpan(span_s: number, page: HistoryPage): void {
    if (!page.isWhole) this.span_s = Math.max(LEAST_SPAN_S, span_s / 4);
    else {
      const wanted = page.count > 0 ? (span_s * WANTED_ROWS) / page.count : Number.POSITIVE_INFINITY;
      this.span_s = Math.max(LEAST_SPAN_S, Math.min(wanted, span_s * 4));
    }
  }

  private changed(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}

/** The number of rows, oldest first, at or before a moment; a decision lies there once it has been taken. */
export function pastCount(rows: readonly EventRow[], now_s: number, decisions = Number.POSITIVE_INFINITY): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && row.time_s <= now_s && row.decision <= decisions) low = middle + 1;
    else high = middle;
  }
  return low;
}
