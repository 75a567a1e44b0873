/** A miniature between React and the frame loop: painted while it is in sight, its numbers written a few times a second. */

import { formatMegabits } from '../../base/format';
import { PALETTE } from '../../base/palette';
import type { Brush } from '../../marks/ink';
import { onFrame } from '../../run/frame-loop';
import { viewStore } from '../../store/view-store';
import { paintTiny } from './paint-tiny';
import { classShares, reasonCounts } from './tiny-facts';
import type { TinyRun } from './tiny-run';
import { HeldDecision, tinyMarks } from './tiny-stage';

/** Faster nobody reads [ms]. */
const FACTS_EVERY_MS = 200;

/** What it writes to. `facts` holds a row for each class and reason, and the time. */
export interface TinyParts {
  readonly canvas: HTMLCanvasElement;
  readonly facts: HTMLElement;
}

/** Mounts the picture of a run; the function returned takes it down. */
export function mountTiny(tiny: TinyRun, { canvas, facts }: TinyParts): () => void {
  const context = canvas.getContext('2d');
  if (context === null) return () => {};
  const held = new HeldDecision();
  const style = getComputedStyle(document.documentElement);
  let brush: Brush = {
    colours: PALETTE[viewStore.getState().theme],
    textFamily: style.getPropertyValue('--font-text').trim(),
    monoFamily: style.getPropertyValue('--font-mono').trim(),
  };
  let size = { width: 0, height: 0, rem: 16 };
  let ratio = 1;
  let isDirty = true;
  let version = -1;
  let wasMoving = false;
  let toldVersion = -1;
  let told_ms = Number.NEGATIVE_INFINITY;

  const resized = new ResizeObserver((entries) => {
    const box = entries.at(-1)?.contentRect;
    if (box === undefined) return;
    size = { width: box.width, height: box.height, rem: Number.parseFloat(style.fontSize) || 16 };
    ratio = Math.min(3, window.devicePixelRatio || 1);
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    isDirty = true;
  });
  resized.observe(canvas);
  const seen = new IntersectionObserver((entries) => {
    tiny.isVisible = entries.at(-1)?.isIntersecting ?? true;
  });
  seen.observe(canvas);

  const stopAdvance = onFrame('advance', (now_ms) => tiny.onTick(now_ms));
  const stopPaint = onFrame('paint', (now_ms) => {
    const { run } = tiny;
    if (run === undefined || !tiny.isVisible || size.width < 80) return;
    const colours = PALETTE[viewStore.getState().theme];
    if (colours !== brush.colours) {
      brush = { ...brush, colours };
      isDirty = true;
    }
    const isMoving = tiny.state === 'playing';
    if (held.observe(run, now_ms, isMoving) || run.version !== version || isMoving !== wasMoving) isDirty = true;
    if (isDirty) paintTiny(context, tinyMarks(run, held, size, now_ms, isMoving), brush, ratio);
    if (run.version !== toldVersion && now_ms - told_ms >= FACTS_EVERY_MS) {
      told_ms = now_ms;
      toldVersion = run.version;
      writeFacts(tiny, facts);
    }
    version = run.version;
    wasMoving = isMoving;
    isDirty = false;
  });
  return () => {
    stopAdvance();
    stopPaint();
    resized.disconnect();
    seen.disconnect();
  };
}

function writeFacts({ run }: TinyRun, facts: HTMLElement): void {
  if (run === undefined) return;
  for (const { name, rate_bps, share, fairShare } of classShares(run)) {
    const row = facts.querySelector<HTMLElement>(`[data-class="${name}"]`);
    if (row === null) continue;
    write(row.querySelector('[data-rate]'), formatMegabits(rate_bps));
    row.style.setProperty('--share', String(Math.min(1, share)));
    row.style.setProperty('--fair', String(Math.min(1, fairShare)));
  }
  for (const { reason, count } of reasonCounts(run)) {
    const item = facts.querySelector<HTMLElement>(`[data-reason="${reason.id}"]`);
    if (item === null) continue;
    item.hidden = false;
    write(item.querySelector('[data-count]'), Math.round(count).toLocaleString('en'));
  }
  write(facts.querySelector('[data-time]'), `${run.latest.scalars.now_s.toFixed(1)}\u00a0s`);
}

function write(node: Element | null, text: string): void {
  if (node !== null && node.textContent !== text) node.textContent = text;
}
