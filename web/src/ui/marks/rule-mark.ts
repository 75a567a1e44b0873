/** A straight line, used for ticks, thresholds, the queue's midpoint, and the wire. */

import type { Brush, Ink } from './ink';

export interface Rule {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly ink: Ink;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
}

export interface RuleMark extends Rule {
  readonly kind: 'rule';
  readonly role: string;
}

export function paintRule(context: CanvasRenderingContext2D, mark: Rule, { colours }: Pick<Brush, 'colours'>): void {
  context.globalAlpha = mark.opacity ?? 1;
  context.strokeStyle = colours[mark.ink];
  context.lineWidth = mark.width;
  if (mark.dash !== undefined) context.setLineDash(mark.dash as number[]);
  context.beginPath();
  context.moveTo(mark.x1, mark.y1);
  context.lineTo(mark.x2, mark.y2);
  context.stroke();
  if (mark.dash !== undefined) context.setLineDash([]);
}
