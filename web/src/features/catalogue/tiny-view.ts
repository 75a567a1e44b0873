/**
 * Connects a small run to React and the frame loop. The run pauses while hidden. Its numbers and its picture always
 * show the same simulated time.
 */

import { formatMegabits } from '../../base/format';
import { onFrame } from '../../core/run/frame-loop';
import { classShares, reasonCounts } from './tiny-facts';
import type { TinyRun } from './tiny-run';

/** The DOM elements of a small run. `facts` contains a row for each class and reason, and the time. */
interface TinyParts {
  readonly picture: HTMLElement;
  readonly facts: HTMLElement;
}

/** Advances a run while its picture is visible. Returns a function that stops this. */
export function mountTiny(tiny: TinyRun, { picture, facts }: TinyParts): () => void {
  let shownVersion = -1;
  const seen = new IntersectionObserver((entries) => {
    tiny.isVisible = entries.at(-1)?.isIntersecting ?? true;
  });
  seen.observe(picture);
  const stopAdvance = onFrame('advance', (now_ms) => tiny.onTick(now_ms));
  const stopPaint = onFrame('paint', () => {
    const { run } = tiny;
    if (run === undefined || !tiny.isVisible || run.version === shownVersion) return;
    shownVersion = run.version;
    writeFacts(tiny, facts);
  });
  return () => {
    stopAdvance();
    stopPaint();
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
