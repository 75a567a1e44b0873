/** Packet colours that show a quantity instead of the flow, as a fraction of a scale that all lanes share. Pure. */

import { formatFixed, formatNumber, formatValue } from '../../base/format';
import { fineStepUp } from '../../ui/figure/ticks';
import type { QuantityAbout } from '../run/run-buffer';
import type { StageSource } from './stage-memory';

/** The quantity that colours show, waiting time [s] or label, and the end of its scale. */
export interface Shade {
  readonly what: 'wait' | 'label';
  readonly scale: number;
}

/** Minimum upper end of the scale of waiting times [s]. A scale grows in steps and never shrinks during a scene. */
export const LEAST_WAIT_S = 0.01;

/** The quantity that packets are labelled with under this discipline. Undefined if they have no labels. */
export function labelOf({ about }: Pick<StageSource, 'about'>): QuantityAbout | undefined {
  for (const view of about.state) if (view.kind === 'label') return view.label;
  return undefined;
}

/** Upper end of a scale that fits the largest value in the queue, and never less than `before`. */
export function shadeScale(run: StageSource, what: Shade['what'], before: number): number {
  const { queue, scalars } = run.latest;
  let largest = 0;
  if (what === 'label') for (const label of queue.label) largest = Math.max(largest, label);
  else for (const arrived_s of queue.arrived_s) largest = Math.max(largest, scalars.now_s - arrived_s);
  return largest <= before ? before : fineStepUp(largest);
}

/** The fields of a packet that its colour may show. */
interface Shaded {
  readonly arrived_s: number;
  readonly label: number | undefined;
}

/** Position on the scale, from 0 to 1. Undefined if the colour of packets shows the flow. */
export function shareOf(run: StageSource, packet: Shaded, shade: Shade | undefined): number | undefined {
  if (shade === undefined) return undefined;
  const value = shade.what === 'wait' ? run.latest.scalars.now_s - packet.arrived_s : packet.label;
  return value === undefined ? undefined : Math.min(1, Math.max(0, value / shade.scale));
}

/** Text of a label on a packet, as short as possible. Rates are in Mb/s, as the legend says. */
export function labelOnPacket(value: number, unit: string): string {
  return unit === 'bit/s' ? formatFixed(value / 1e6, 2) : formatNumber(value, 3);
}

/** Name and full value of a label. */
export function labelInWords({ id, unit }: QuantityAbout, value: number): string {
  return `${id} ${formatValue(value, unit, 3)}`;
}
