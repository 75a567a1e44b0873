/** Positions of the interval's box plots: one per flow, or one per class if there are too many flows. Pure. */

import { formatNumber, unitScale } from '../../base/format';
import { everyWithRoom, type Region, type Tick, ticksOn } from '../../ui/figure/axis';
import { scaleOver } from '../../ui/figure/scale';
import { fineStepUp } from '../../ui/figure/ticks';
import type { Size } from '../../ui/use-size';
import { type Box, boxOf } from './boxes';
import type { IntervalLane } from './interval-run';

/** Maximum number of flows that get a box each. More would not fit. */
export const MOST_BOXES = 60;

interface PlacedBox {
  /** Name of the flow, such as "flow 7, TCP". */
  readonly name: string;
  readonly class: string;
  readonly box: Box;
  /** Left edge and width [px]. */
  readonly x: number;
  readonly width: number;
  readonly y: Readonly<Record<keyof Box, number>>;
}

export interface BoxLayout {
  readonly isPerFlow: boolean;
  readonly boxes: readonly PlacedBox[];
  readonly region: Region;
  /** Unit of the numbers on the axis. */
  readonly unit: string;
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
}

export function boxLayout({ result, parts }: IntervalLane, { width, height, fontSize }: Size): BoxLayout {
  const { flows } = result;
  const isPerFlow = flows.length <= MOST_BOXES;
  const groups = isPerFlow
    ? flows.map((flow, place) => ({
        name: `flow ${flow.id}, ${flow.class.toUpperCase()}`,
        class: flow.class,
        text: String(flow.id),
        values: parts[place] ?? [],
      }))
    : Object.keys(result.classes).map((name) => {
        const own = flows.filter((flow) => flow.class === name).map(({ throughput_bps }) => throughput_bps);
        return {
          name: `${own.length} ${name.toUpperCase()} flows`,
          class: name,
          text: name.toUpperCase(),
          values: own,
        };
      });
  const all = groups.map(({ values, ...group }) => ({ ...group, box: boxOf(values) }));
  const greatest = fineStepUp(Math.max(1, ...all.map(({ box }) => box.greatest)));
  const [left, right, top, bottom] = [fontSize * 3.2, width - 2, fontSize * 0.7, height - fontSize * 1.9];
  const scale = scaleOver({ from: 0, to: greatest }, bottom, top);
  const toY = scale.toPixel;
  const { factor, name: unit } = unitScale(greatest, 'bit/s');
  const slot = (right - left) / Math.max(1, all.length);
  const boxWidth = Math.max(2, Math.min(28, slot * 0.7));
  const every = everyWithRoom(all.length, right - left, fontSize * 2);
  const middle = (place: number): number => left + slot * (place + 0.5);
  return {
    isPerFlow,
    boxes: all.map(({ name, class: of, box }, place) => ({
      name,
      class: of,
      box,
      x: middle(place) - boxWidth / 2,
      width: boxWidth,
      y: {
        least: toY(box.least),
        lower: toY(box.lower),
        median: toY(box.median),
        upper: toY(box.upper),
        greatest: toY(box.greatest),
      },
    })),
    region: { left, right, top, bottom },
    unit,
    yTicks: ticksOn(scale, fontSize * 2.4, { text: (value_bps) => formatNumber(value_bps / factor) }),
    xTicks: all.flatMap(({ text }, place) => (place % every === 0 ? [{ at: middle(place), text }] : [])),
  };
}
