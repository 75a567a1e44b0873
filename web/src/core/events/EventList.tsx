/**
 * The event list. Only the visible rows are in the DOM. The list follows the current simulated time until the user
 * scrolls. Choosing a row moves every panel to the time of that row.
 */

import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { formatFixed } from '../../base/format';
import { reasonGlyph, reasonInk } from '../../base/palette';
import { onFrame } from '../run/frame-loop';
import type { LaneRun } from '../run/lanes';
import { type SceneActions, sceneStore } from '../scene/scene-store';
import { EventFeed, pastCount } from './event-feed';
import { type EventChoice, type EventRow, historyFilter } from './event-rows';
import { PresentLine } from './present-line';
import { type RowWindow, rowByKey, rowsInSight, SPARE_ROWS, scrollToShow } from './windowing';

interface Props {
  readonly lane: LaneRun;
  readonly actions: SceneActions;
  readonly choice: EventChoice;
  readonly isPlaying: boolean;
}

/** Row height, the same as in events.css: two lines of text, large enough to tap. */
const ROW_REM = 2.5;
/** Shortest time between two updates of the list while the run plays [ms]. */
const CALM_MS = 250;
/** Times closer than this are printed with the same digits in the list [s]. */
const SAME_S = 0.001;
/** Distance from the end of the loaded rows at which more rows are loaded [rows]. */
const NEAR_ROWS = 30;

export function EventList({ lane, actions, choice, isPlaying }: Props) {
  const [feed] = useState(() => new EventFeed((...question) => actions.history(...question)));
  useSyncExternalStore(feed.subscribe, feed.snapshot);
  const list = useRef<HTMLDivElement>(null);
  const size = useSize(list);
  const [isFollowing, setFollowing] = useState(true);
  const [sight, setSight] = useState<RowWindow>({ first: 0, end: 0 });
  const line = useRef<HTMLParagraphElement>(null);
  const { past, isThere } = useTending(feed, { lane, choice, isPlaying, isFollowing, list, line, setFollowing });
  /** Event of the row selected with the keyboard. */
  const [pointed, setPointed] = useState<number>();
  const ids = useId();

  const { rows } = feed;
  const count = rows.length;
  // In `rows` the oldest row is first. In the displayed list the newest row is first.
  const at = (index: number): EventRow | undefined => rows[count - 1 - index];
  // Index of the newest row that is not in the future. If all rows are in the future, `present` equals `count`.
  const present = count - past;
  const nearest = Math.max(0, Math.min(present, count - 1));
  const place = pointed === undefined ? -1 : count - 1 - rows.findIndex(({ event }) => event === pointed);
  const active = place >= 0 && place < count ? place : nearest;

  const look = (): void => {
    const element = list.current;
    if (element === null) return;
    const spare = isFollowing && isPlaying ? SPARE_ROWS.running : SPARE_ROWS.reading;
    const next = rowsInSight(element.scrollTop, size.height, size.row, count, spare);
    setSight((before) => (before.first === next.first && before.end === next.end ? before : next));
  };
  const scroll = useScrollKeeping({ feed, list, size, isFollowing, isPlaying, present: nearest });
  useLayoutEffect(look);

  const choose = (row: EventRow | undefined): void => {
    if (row === undefined) return;
    setPointed(row.event);
    actions.goToEvent(lane.index, row.event);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') choose(at(active));
    else {
      const target = rowByKey(event.key, active, count, Math.floor(size.height / Math.max(1, size.row)) - 1);
      const row = target === undefined ? undefined : at(target);
      if (target === undefined || row === undefined) return;
      setPointed(row.event);
      setFollowing(false);
      scroll.to(scrollToShow(target, list.current?.scrollTop ?? 0, size.height, size.row));
      look();
    }
    // While the list has the focus, the arrow keys do not step the run.
    event.preventDefault();
    event.stopPropagation();
  };

  const shown: number[] = [];
  for (let index = sight.first; index < Math.min(sight.end, count); index += 1) shown.push(index);
  return (
    <div className="events-frame">
      <p className="one-line small soft events-present" ref={line} aria-hidden="true">
        <b className="clear" /> <span />
      </p>
      <div
        className="scrolls scrolls--down events-list"
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={`Events of ${lane.name}, newest first`}
        aria-activedescendant={shown.includes(active) ? `${ids}${at(active)?.event}` : undefined}
        onKeyDown={press}
        onScroll={() => {
          if (scroll.isByHand()) setFollowing(false);
          look();
        }}
      >
        <div role="presentation" className="events-all" style={{ blockSize: `${count * ROW_REM}rem` }}>
          {shown.map((index) => {
            const row = at(index);
            if (row === undefined) return null;
            return (
              <Row
                key={row.event}
                id={`${ids}${row.event}`}
                row={row}
                index={index}
                count={count}
                mark={index === present ? (isThere ? 'now' : 'last') : undefined}
                isAhead={index < present}
                isActive={index === active}
                onChoose={choose}
              />
            );
          })}
        </div>
      </div>
      {count === 0 && (
        <p className="soft events-none">{feed.isFromStart ? 'No matching event yet.' : 'Loading the events …'}</p>
      )}
      {!isFollowing && (
        <button
          type="button"
          className="button small events-now"
          onClick={() => {
            setPointed(undefined);
            setFollowing(true);
          }}
        >
          Back to now
        </button>
      )}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: EventRow;
  readonly index: number;
  readonly count: number;
  /**
   * `now`: the row at the current simulated time. `last`: the last row before it, if no event is at exactly that time.
   */
  readonly mark: 'now' | 'last' | undefined;
  /** True if the event has been simulated but lies after the displayed time. */
  readonly isAhead: boolean;
  readonly isActive: boolean;
  readonly onChoose: (row: EventRow) => void;
}

function Row({ id, row, index, count, mark, isAhead, isActive, onChoose }: RowProps) {
  const { kind, reason, time_s, text } = row;
  const ink = reason === undefined ? (kind === 'admit' ? 'link' : 'text-soft') : reasonInk(reason.family);
  const glyph = reason === undefined ? (kind === 'admit' ? '+' : '→') : reasonGlyph(reason.family);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for its active option
    // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names its active option
    <div
      id={id}
      role="option"
      aria-selected={mark !== undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      className={`events-row${isActive ? ' is-active' : ''}${isAhead ? ' is-ahead' : ''}`}
      style={{ insetBlockStart: `${index * ROW_REM}rem`, '--outcome': `var(--${ink})` } as CSSProperties}
      onClick={() => onChoose(row)}
    >
      <span className="small soft mono events-time">
        {formatFixed(time_s, 3)}
        {mark !== undefined && <span className="strong events-mark">{mark}</span>}
      </span>
      <span className="events-glyph" aria-hidden="true">
        {glyph}
      </span>
      <span className="clamped events-text">{text}</span>
    </div>
  );
}

interface Tending {
  readonly lane: LaneRun;
  readonly choice: EventChoice;
  readonly isPlaying: boolean;
  readonly isFollowing: boolean;
  readonly list: React.RefObject<HTMLDivElement | null>;
  /** The line that marks the current simulated time. */
  readonly line: React.RefObject<HTMLElement | null>;
  readonly setFollowing: (isFollowing: boolean) => void;
}

interface PresentRow {
  /** Number of rows up to the current simulated time. */
  readonly past: number;
  /** True if an event has exactly the current simulated time. */
  readonly isThere: boolean;
}

/** Keeps the events loaded while the list is visible, and finds the row of the current simulated time. */
function useTending(feed: EventFeed, tending: Tending): PresentRow {
  const [row, setRow] = useState<PresentRow>({ past: 0, isThere: false });
  const latest = useRef(tending);
  useLayoutEffect(() => {
    latest.current = tending;
  });
  useEffect(() => {
    let looked_ms = Number.NEGATIVE_INFINITY;
    let lookedAt_s = Number.NaN;
    let wasPlaying = false;
    const present = new PresentLine();
    return onFrame('model', (now_ms) => {
      const { lane, choice, isPlaying, isFollowing, list, line, setFollowing } = latest.current;
      const element = list.current;
      // The current-time line is updated in every frame, the list less often.
      const { now_s: clock_s, decisions: taken } = lane.run.latest.scalars;
      // When the run has stopped at a match, the outcome of the last decision is still to come, so that decision is not
      // counted.
      const carriedOut = taken - (sceneStore.getState().isHalfway ? 1 : 0);
      if (line.current !== null) writeLine(line.current, present.look(lane.run, feed, choice));
      if (element !== null) markPresent(element, feed.rows.length - pastCount(feed.rows, clock_s, carriedOut));
      if (isPlaying && now_ms - looked_ms < CALM_MS && clock_s >= lookedAt_s) return;
      // A list with no height is collapsed or in a hidden tab. Reading the height forces a layout, so it is not read in
      // every frame.
      if (element === null || element.clientHeight === 0) return;
      looked_ms = now_ms;
      const { run } = lane;
      const { now_s, furthest_s, facts_version } = run.latest.scalars;
      // After a step or a jump, the list follows the current simulated time again.
      if (!isPlaying && !wasPlaying && now_s !== lookedAt_s && !Number.isNaN(lookedAt_s)) setFollowing(true);
      lookedAt_s = now_s;
      wasPlaying = isPlaying;
      const rowHeight = rowHeightOf();
      const toEnd = element.scrollHeight - element.clientHeight - element.scrollTop;
      feed.tend(
        {
          lane: lane.index,
          key: JSON.stringify([lane.index, run.about.id, run.scene, facts_version, choice]),
          filter: historyFilter(choice),
          source: run,
          now_s,
          furthest_s: Math.max(now_s, furthest_s),
          isPlaying,
          isFollowing,
          wants:
            toEnd < NEAR_ROWS * rowHeight ? 'older' : element.scrollTop < NEAR_ROWS * rowHeight ? 'newer' : undefined,
        },
        now_ms,
      );
      const past = pastCount(feed.rows, now_s, carriedOut);
      const isThere = now_s - (feed.rows[past - 1]?.time_s ?? 0) < SAME_S;
      setRow((before) => (before.past === past && before.isThere === isThere ? before : { past, isThere }));
    });
  }, [feed]);
  return { past: Math.min(row.past, feed.rows.length), isThere: row.isThere };
}

function writeLine(node: HTMLElement, { now, more }: ReturnType<PresentLine['look']>): void {
  const [time, rest] = node.children;
  if (time !== undefined && time.textContent !== now) time.textContent = now;
  if (rest !== undefined && rest.textContent !== more) rest.textContent = more;
}

/** Marks rows after the current simulated time as future. Used between two updates of the list. */
function markPresent(list: HTMLElement, present: number): void {
  for (const row of list.querySelectorAll<HTMLElement>('.events-row'))
    row.classList.toggle('is-ahead', Number(row.dataset.index) < present);
}

interface Keeping {
  readonly feed: EventFeed;
  readonly list: React.RefObject<HTMLDivElement | null>;
  readonly size: Size;
  readonly isFollowing: boolean;
  readonly isPlaying: boolean;
  /** Index of the row at the current simulated time, or nearest to it. */
  readonly present: number;
}

/**
 * Keeps the visible rows in place when rows are added above them. If the list follows the current time, keeps that time
 * visible.
 */
function useScrollKeeping({ feed, list, size, isFollowing, isPlaying, present }: Keeping) {
  const own = useRef(0);
  const known = useRef({ beginnings: 0, newer: 0 });
  const to = (top: number): void => {
    const element = list.current;
    if (element === null) return;
    element.scrollTop = top;
    // The browser may have rounded the scroll position, or clamped it to the length of the list.
    own.current = element.scrollTop;
  };
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const isSame = known.current.beginnings === feed.beginnings;
    const added = isSame ? feed.newerCount - known.current.newer : 0;
    known.current = { beginnings: feed.beginnings, newer: feed.newerCount };
    const kept = element.scrollTop + added * size.row;
    const target = isFollowing
      ? isPlaying
        ? present * size.row
        : scrollToShow(present, kept, size.height, size.row)
      : kept;
    if (Math.abs(target - element.scrollTop) > 1) to(target);
    // When the list becomes shorter, the browser scrolls it. This must not count as a scroll by the user.
    else own.current = element.scrollTop;
  });
  return {
    to,
    /** True if the last scroll was made by the user. */
    isByHand: (): boolean => Math.abs((list.current?.scrollTop ?? 0) - own.current) > 2,
  };
}

interface Size {
  readonly height: number;
  /** Height of a row [px]. */
  readonly row: number;
}

function useSize(list: React.RefObject<HTMLDivElement | null>): Size {
  const [size, setSize] = useState<Size>({ height: 0, row: 0 });
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize({ height: element.clientHeight, row: rowHeightOf() }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  return size;
}

/** Height of a row [px]. It depends on the root font size, which changes with the window and in the presenter. */
function rowHeightOf(): number {
  return ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
