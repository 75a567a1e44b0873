/**
 * The loaded part of a lane's history. Loading starts around the current simulated time, follows that time, and extends
 * the end that the user scrolls to. At most one request to the engine is in flight. This file does not use the DOM.
 */

import { Listeners } from '../../base/listeners';
import type { HistoryFilter, HistoryPage } from '../border/client';
import { type EventRow, eventRows, type RowSource } from './event-rows';

type AskHistory = (
  lane: number,
  from_s: number,
  until_s: number,
  filter: HistoryFilter,
  max: number,
) => Promise<HistoryPage>;

/** State of the run and of the list in a frame. It determines which events are loaded. */
export interface FeedMoment {
  readonly lane: number;
  /** Identifies the run and the filter. A change of key discards the loaded events. */
  readonly key: string;
  readonly filter: HistoryFilter;
  readonly source: RowSource;
  readonly now_s: number;
  readonly furthest_s: number;
  readonly isPlaying: boolean;
  /** True if the list follows the current simulated time. False if the user has scrolled elsewhere. */
  readonly isFollowing: boolean;
  /** The end of the list, older or newer, that the user has scrolled to. More rows are loaded at this end. */
  readonly wants: 'older' | 'newer' | undefined;
}

/** Largest number of rows that one request returns. */
const PAGE_ROWS = 600;
/** Number of rows that a response should ideally contain. */
const WANTED_ROWS = 150;
/**
 * Number of rows before the current simulated time that are loaded without scrolling. While the run is paused, the same
 * number of rows after the current time is loaded.
 */
const FEW_ROWS = 60;
/**
 * Number of rows kept while the run plays. A list of twice this length is trimmed to it. Scrolling loads older rows
 * again.
 */
const MOST_ROWS = 2000;
const FIRST_SPAN_S = 1;
const LEAST_SPAN_S = 0.01;
/** Delay before a retry after a request was refused or its response was lost [ms]. */
const RETRY_MS = 1000;

export class EventFeed {
  /** Loaded events, oldest first. */
  rows: readonly EventRow[] = [];
  /** Start and end of the loaded interval [s]. */
  from_s = 0;
  until_s = 0;
  /** Number of rows added at the newer end since the list was restarted. */
  newerCount = 0;
  /** Number of restarts of the list. */
  beginnings = 0;
  /** Counts the changes of the list. */
  version = 0;

  private key: string | undefined;
  /** Number of the last event that was examined at the newer end. */
  private lastEvent = 0;
  private span_s = FIRST_SPAN_S;
  private isAsking = false;
  private resting_ms = Number.NEGATIVE_INFINITY;
  private readonly listeners = new Listeners();

  constructor(private readonly ask: AskHistory) {}

  /** True if `rows` begins at the start of the run, so that an event missing from `rows` has not happened. */
  get isFromStart(): boolean {
    return this.key !== undefined && this.from_s === 0;
  }

  readonly subscribe = this.listeners.subscribe;

  readonly snapshot = (): number => this.version;

  /** Requests missing rows, unless a request is already in flight. */
  tend(moment: FeedMoment, now_ms: number): void {
    if (this.isAsking || now_ms < this.resting_ms) return;
    const work = this.missing(moment);
    if (work === undefined) return;
    this.isAsking = true;
    work
      .catch(() => {
        // The engine was lost, or the scene is being replaced. The page reports this elsewhere, so the feed only
        // retries later.
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
      // A list that has fallen far behind is reloaded at the current time, skipping the events in between.
      if (now_s < this.from_s || now_s - this.until_s > 2 * this.span_s) return this.begin(moment);
      if (now_s > this.until_s) return this.loadNewer(moment, now_s);
    }
    const ahead = this.rows.length - pastCount(this.rows, now_s);
    if (!isPlaying && this.until_s < furthest_s && (wants === 'newer' || ahead < FEW_ROWS))
      return this.loadNewer(moment, Math.min(furthest_s, this.until_s + this.span_s));
    if (this.from_s > 0 && (wants === 'older' || this.rows.length - ahead < FEW_ROWS)) return this.loadOlder(moment);
    return undefined;
  }

  /** Loads the interval that ends at the current simulated time. */
  private async begin(moment: FeedMoment): Promise<void> {
    const { now_s, key, lane, filter, source } = moment;
    for (;;) {
      const from_s = Math.max(0, now_s - this.span_s);
      const page = await this.ask(lane, from_s, now_s, filter, PAGE_ROWS);
      this.judgeSpan(now_s - from_s, page);
      // A truncated response contains the oldest rows and lacks those nearest to the current time. A shorter interval
      // that also ends now is then requested.
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
    // The response starts after event `after_event`. The two times in the request only limit the search.
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
    // A truncated response would leave a gap, so the next request covers a shorter interval.
    if (!page.isWhole && this.from_s - from_s > LEAST_SPAN_S) return;
    const first = this.rows[0]?.event ?? Number.POSITIVE_INFINITY;
    const older = eventRows(page.rows, source).filter(({ event }) => event < first);
    this.from_s = from_s;
    this.rows = [...older, ...this.rows];
    this.changed();
  }

  /** Sizes the next requested interval by the number of rows in this response. */
  private judgeSpan(span_s: number, page: HistoryPage): void {
    if (!page.isWhole) this.span_s = Math.max(LEAST_SPAN_S, span_s / 4);
    else {
      const wanted = page.count > 0 ? (span_s * WANTED_ROWS) / page.count : Number.POSITIVE_INFINITY;
      this.span_s = Math.max(LEAST_SPAN_S, Math.min(wanted, span_s * 4));
    }
  }

  private changed(): void {
    this.version += 1;
    this.listeners.notify();
  }
}

/**
 * Number of rows up to a simulated time, in rows sorted by time. `decisions`: while the run is stopped within a
 * decision, the number of the last completed decision. Rows of later decisions are not counted.
 */
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
