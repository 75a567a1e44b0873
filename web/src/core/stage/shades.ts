/** Colours of packets by a quantity in place of the flow: a share of a scale common to all lanes. Pure. */

import { formatFixed, formatNumber, formatValue } from '../../base/format';
import { fineStepUp } from '../../ui/figure/ticks';
import type { QuantityAbout } from '../run/run-buffer';
import type { StageSource } from './stage-memory';

/** The time that packets have waited [s], or the number that they carry; and where its scale ends. */
export interface Shade {
  readonly what: 'wait' | 'label';
  readonly scale: number;
}

/** The least end of the scale of waiting times [s]; a scale grows in steps, and never shrinks within a scene. */
export const LEAST_WAIT_S = 0.01;

/** The number that packets carry under this discipline, if they carry any. */
export function labelOf({ about }: Pick<StageSource, 'about'>): QuantityAbout | undefined {
  for (const view of about.state) if (view.kind === 'label') return view.label;
  return undefined;
}

/** A scale on which the largest number has room. */
export function shadeScale(run: StageSource, what: Shade['what'], before: number): number {
  const { queue, scalars } = run.latest;
  let largest = 0;
  if (what === 'label') for (const label of queue.label) largest = Math.max(largest, label);
  else for (const arrived_s of queue.arrived_s) largest = Math.max(largest, scalars.now_s - arrived_s);
  return largest <= before ? before : fineStepUp(largest);
}

/** The part of a packet that its colour may show. */
interface Shaded {
  readonly arrived_s: number;
  readonly label: number | undefined;
}

/** 0 to 1; undefined where packets are coloured by their flow. */
export function shareOf(run: StageSource, packet: Shaded, shade: Shade | undefined): number | undefined {
  if (shade === undefined) return undefined;
  const value = shade.what === 'wait' ? run.latest.scalars.now_s - packet.arrived_s : packet.label;
  return value === undefined ? undefined : Math.min(1, Math.max(0, value / shade.scale));
}

/** The text of a label on a packet, as short as possible. Rates are in Mb/s, which the key says. */
export function labelOnPacket(value: number, unit: string): string {
  return unit === 'bit/s' ? formatFixed(value / 1e6, 2) : formatNumber(value, 3);
}

/** The same in full, with its name. */
export function labelInWords({ id, unit }: QuantityAbout, value: number): string {
  return `${id} ${formatValue(value, unit, 3)}`;
}
