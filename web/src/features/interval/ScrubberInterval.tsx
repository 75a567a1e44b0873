/**
 * The interval on the scrubber: its band, and the gestures that mark it. These are Shift with the mouse or the arrow
 * keys, and a finger that is held still before it moves. The component is inside the scrubber and gets events first.
 * The scrubber itself has no code for intervals.
 */

import { useEffect, useRef } from 'react';
import { HOLD_MS, IntervalBrush, TAP_REACH } from '../../core/interval/interval-brush';
import { intervalWithin, intervalWords } from '../../core/interval/interval-words';
import type { Interval } from '../../core/page/interval';
import { useView } from '../../core/page/view-store';
import type { RunBuffer } from '../../core/run/run-buffer';
import './scrubber-interval.css';

interface Props {
  readonly run: RunBuffer;
}

/** Number of arrow key presses that move an end of the interval across the whole run. */
const KEY_STEPS = 200;

export function ScrubberInterval({ run }: Props) {
  const { duration_s } = run.facts.scenario;
  const interval = intervalWithin(
    useView((state) => state.interval),
    duration_s,
  );
  const band = useRef<HTMLSpanElement>(null);
  const draft = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const track = band.current?.closest<HTMLElement>('.scrubber');
    if (track === null || track === undefined) return undefined;
    const brush = new IntervalBrush((marked) => place(draft.current, marked, duration_s));
    const furthest = (): number => Math.max(run.latest.scalars.now_s, run.latest.scalars.furthest_s);
    let pointer: number | undefined;
    let finger: { readonly id: number; readonly x: number; readonly timer: number } | undefined;
    /** The end of the interval that the arrow keys move [s]. */
    let edge_s: number | undefined;

    const placeAt = (event: PointerEvent) => {
      const { left, width } = track.getBoundingClientRect();
      const at_s = Math.max(0, Math.min(1, (event.clientX - left) / width)) * duration_s;
      return { at_s, grain_s: duration_s / width, most_s: furthest() };
    };
    const take = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    // Does not stop the event, since the scrubber needs it too: its thumb follows every finger, even one that marks an
    // interval.
    const touch = (event: PointerEvent): void => {
      if (!event.isPrimary) return;
      const { pointerId: id, clientX: x } = event;
      const { at_s, most_s } = placeAt(event);
      finger = { id, x, timer: window.setTimeout(() => brush.hold(Math.min(at_s, most_s)), HOLD_MS) };
    };
    const release = (): void => {
      window.clearTimeout(finger?.timer);
      finger = undefined;
    };
    const press = (event: PointerEvent): void => {
      release();
      if (event.pointerType === 'touch') return touch(event);
      if (!event.shiftKey || event.button !== 0) return;
      take(event);
      pointer = event.pointerId;
      track.setPointerCapture(pointer);
      brush.begin(placeAt(event).at_s);
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerId === finger?.id) {
        if (brush.isMarking) brush.extend(placeAt(event));
        // A finger that moves at once scrubs instead of marking an interval.
        else if (Math.abs(event.clientX - finger.x) > TAP_REACH) release();
        return;
      }
      if (event.pointerId !== pointer) return;
      take(event);
      brush.extend(placeAt(event));
    };
    const lift = (event: PointerEvent): void => {
      if (event.pointerId === finger?.id) {
        if (Math.abs(event.clientX - finger.x) > TAP_REACH) brush.finish();
        else brush.cancel();
        release();
        return;
      }
      if (event.pointerId !== pointer) return;
      take(event);
      pointer = undefined;
      brush.finish();
    };
    const leave = (): void => {
      release();
      pointer = undefined;
      edge_s = undefined;
      brush.cancel();
    };
    const keyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && brush.isMarking) {
        take(event);
        leave();
        return;
      }
      const way = WAYS[event.key];
      if (!event.shiftKey || way === undefined) return;
      take(event);
      const most_s = furthest();
      const grain_s = duration_s / KEY_STEPS;
      const from_s = edge_s ?? run.latest.scalars.now_s;
      if (!brush.isMarking) brush.beginAt(from_s);
      edge_s = Math.max(0, Math.min(most_s, from_s + way * grain_s));
      brush.extend({ at_s: edge_s, grain_s, most_s });
    };
    const keyUp = (event: KeyboardEvent): void => {
      if (event.key !== 'Shift' || pointer !== undefined) return;
      edge_s = undefined;
      brush.finish();
    };
    track.addEventListener('pointerdown', press);
    track.addEventListener('pointermove', move);
    track.addEventListener('pointerup', lift);
    track.addEventListener('pointercancel', leave);
    track.addEventListener('keydown', keyDown);
    track.addEventListener('keyup', keyUp);
    track.addEventListener('blur', leave);
    return () => {
      release();
      track.removeEventListener('pointerdown', press);
      track.removeEventListener('pointermove', move);
      track.removeEventListener('pointerup', lift);
      track.removeEventListener('pointercancel', leave);
      track.removeEventListener('keydown', keyDown);
      track.removeEventListener('keyup', keyUp);
      track.removeEventListener('blur', leave);
    };
  }, [run, duration_s]);

  useEffect(() => place(band.current, interval, duration_s), [interval, duration_s]);
  return (
    <>
      <span className="scrubber-interval" ref={band} hidden />
      <span className="scrubber-interval scrubber-interval--draft" ref={draft} hidden />
    </>
  );
}

const WAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

function place(band: HTMLElement | null, interval: Interval | undefined, duration_s: number): void {
  if (band === null) return;
  band.hidden = interval === undefined;
  if (interval === undefined) return;
  band.style.left = `${(interval.from_s / duration_s) * 100}%`;
  band.style.width = `${((interval.until_s - interval.from_s) / duration_s) * 100}%`;
  band.title = `Interval: ${intervalWords(interval)}`;
}
