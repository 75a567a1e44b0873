/**
 * Marks an interval on a plot over time. A mouse marks by dragging. A finger must first be held still, since a finger
 * that moves at once moves the cursor or scrolls the page. Shift with an arrow key extends the interval from the cursor
 * until Shift is released.
 */

import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { HOLD_MS, IntervalBrush, TAP_REACH } from '../interval/interval-brush';
import { intervalWords } from '../interval/interval-words';
import type { Interval } from '../page/interval';
import { lookAt, setCursor, viewStore } from '../page/view-store';
import type { PlotDefinition } from './definition';
import type { PlotBoard } from './plot-board';
import { timeToX, xToTime } from './plot-display';

interface Pressed {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

interface TimeBrush {
  readonly press: (event: PointerEvent<HTMLElement>) => void;
  readonly move: (event: PointerEvent<HTMLElement>) => void;
  /** Ends the pointer gesture. False if it was a tap or moved the cursor. */
  readonly lift: (event: PointerEvent<HTMLElement>) => boolean;
  readonly cancel: () => void;
  /** Handles keys that mark an interval. False for other keys. */
  readonly key: (event: KeyboardEvent) => boolean;
  readonly keyUp: (event: KeyboardEvent) => void;
}

/** `band` is the element that shows the interval while it is marked. */
export function useTimeBrush(
  plot: PlotDefinition,
  board: PlotBoard,
  surface: RefObject<HTMLElement | null>,
  band: RefObject<HTMLElement | null>,
): TimeBrush {
  const pressed = useRef<Pressed | undefined>(undefined);
  const brush = useMemo(
    () => new IntervalBrush((draft) => showDraft(band.current, plot, board, draft)),
    [plot, board, band],
  );
  useEffect(() => () => clearTimeout(pressed.current?.timer), []);
  return useMemo(() => {
    const placeAt = (clientX: number) => {
      const display = board.displayOf(plot);
      const box = surface.current?.getBoundingClientRect();
      if (display === undefined || box === undefined) return undefined;
      const { region } = display.axes;
      const { timeAxis } = board;
      return {
        at_s: xToTime(region, timeAxis, clientX - box.left),
        grain_s: (timeAxis.end_s - timeAxis.begin_s) / (region.right - region.left),
        most_s: board.furthest_s,
      };
    };
    const begin = (clientX: number): void => {
      const place = placeAt(clientX);
      if (place === undefined) return;
      brush.begin(place.at_s);
      brush.extend(place);
    };
    const release = (): void => {
      clearTimeout(pressed.current?.timer);
      pressed.current = undefined;
    };
    const cancel = (): void => {
      release();
      brush.cancel();
    };
    return {
      press: (event) => {
        release();
        if (!event.isPrimary || event.button !== 0) return;
        const { pointerId: id, clientX: x, clientY: y, currentTarget } = event;
        const hold = (): void => {
          const place = placeAt(x);
          if (place === undefined) return;
          currentTarget.setPointerCapture(id);
          brush.hold(place.at_s);
        };
        pressed.current = { id, x, y, timer: event.pointerType === 'touch' ? setTimeout(hold, HOLD_MS) : undefined };
      },
      move: (event) => {
        const from = pressed.current;
        if (from === undefined || from.id !== event.pointerId) return;
        if (!brush.isMarking) {
          if (Math.hypot(event.clientX - from.x, event.clientY - from.y) <= TAP_REACH) return;
          clearTimeout(from.timer);
          // A finger that moves at once moves the cursor or scrolls the page.
          if (event.pointerType === 'touch') return;
          event.currentTarget.setPointerCapture(from.id);
          begin(from.x);
        }
        const place = placeAt(event.clientX);
        if (place !== undefined) brush.extend(place);
      },
      lift: (event) => {
        const from = pressed.current;
        release();
        if (from === undefined || from.id !== event.pointerId) return true;
        if (brush.isMarking) {
          if (Math.abs(event.clientX - from.x) > TAP_REACH) brush.finish();
          else brush.cancel();
          return true;
        }
        return Math.hypot(event.clientX - from.x, event.clientY - from.y) > TAP_REACH;
      },
      cancel,
      key: (event) => {
        const { interval } = viewStore.getState();
        if (event.key === 'Escape' && (brush.isMarking || interval !== undefined)) {
          if (brush.isMarking) cancel();
          else lookAt(undefined);
          setCursor(undefined);
          return true;
        }
        if (event.key === 'Enter' && brush.isMarking) {
          brush.finish();
          return true;
        }
        const way = WAYS[event.key];
        if (!event.shiftKey || way === undefined) return false;
        const { furthest_s, settledSpan_s } = board;
        const grain_s = settledSpan_s / 100;
        const from_s = board.chosenOn(plot) ?? interval?.until_s ?? board.lanes.focus.source.latest.scalars.now_s;
        const at_s = Math.max(0, Math.min(furthest_s, from_s + way * grain_s));
        if (!brush.isMarking) brush.beginAt(from_s);
        setCursor(at_s);
        brush.extend({ at_s, grain_s, most_s: furthest_s });
        return true;
      },
      keyUp: (event) => {
        if (event.key === 'Shift' && brush.isMarking && pressed.current === undefined) brush.finish();
      },
    };
  }, [plot, board, surface, brush]);
}

const WAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

function showDraft(
  band: HTMLElement | null,
  plot: PlotDefinition,
  board: PlotBoard,
  draft: Interval | undefined,
): void {
  const region = board.displayOf(plot)?.axes.region;
  if (band === null) return;
  band.hidden = region === undefined || draft === undefined;
  if (region === undefined || draft === undefined) return;
  const within = (time_s: number): number =>
    Math.max(region.left, Math.min(region.right, timeToX(region, board.timeAxis, time_s)));
  const [left, right] = [within(draft.from_s), within(draft.until_s)];
  band.style.left = `${left}px`;
  band.style.width = `${right - left}px`;
  band.style.top = `${region.top}px`;
  band.style.height = `${region.bottom - region.top}px`;
  band.dataset.says = intervalWords(draft);
}
