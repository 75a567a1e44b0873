/** A cubic curve from the arriving packet, above the queue, to a drawn packet. A fraction of its length is drawn. */

import type { Brush, Ink } from './ink';

export interface ArcMark {
  readonly kind: 'arc';
  readonly role: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** Height of the control points [px from the top of the picture]. */
  readonly top: number;
  readonly ink: Ink;
  readonly width: number;
  readonly dash?: readonly number[];
  /** Fraction of the curve that is drawn, from 0 to 1. */
  readonly progress: number;
  readonly opacity: number;
}

export function paintArc(context: CanvasRenderingContext2D, mark: ArcMark, brush: Brush): void {
  const t = Math.min(1, Math.max(0, mark.progress));
  if (t === 0 || mark.opacity <= 0) return;
  // The part of a cubic up to t is again a cubic (de Casteljau).
  const reach = mark.x2 - mark.x1;
  const ax = mark.x1 + reach * 0.06;
  const bx = mark.x2 - reach * 0.16;
  const qx = mix(mark.x1, ax, t);
  const rx = mix(ax, bx, t);
  const sx = mix(bx, mark.x2, t);
  const qy = mix(mark.y1, mark.top, t);
  const sy = mix(mark.top, mark.y2, t);
  const ux = mix(qx, rx, t);
  const vx = mix(rx, sx, t);
  const uy = mix(qy, mark.top, t);
  const vy = mix(mark.top, sy, t);
  context.globalAlpha = mark.opacity;
  context.strokeStyle = brush.colours[mark.ink];
  context.lineWidth = mark.width;
  context.lineCap = 'round';
  if (mark.dash !== undefined) context.setLineDash(mark.dash as number[]);
  context.beginPath();
  context.moveTo(mark.x1, mark.y1);
  context.bezierCurveTo(qx, qy, ux, uy, mix(ux, vx, t), mix(uy, vy, t));
  context.stroke();
  if (mark.dash !== undefined) context.setLineDash([]);
  context.lineCap = 'butt';
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
