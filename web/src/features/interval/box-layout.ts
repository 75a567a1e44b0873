/** Where the boxes of an interval stand: one a flow, or, of flows too many to be told apart, one a class. Pure. */

import { fineStepUp, linearTicks } from '../../ui/marks/axis-steps';
import { type Box, boxOf } from './boxes';
import type { IntervalLane } from './interval-run';

/** More flows than this have no room for a box each. */
export const MOST_BOXES = 60;

interface PlacedBox {
  /** "flow 7, TCP" */
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
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly yTicks: readonly { readonly at: number; readonly value_bps: number }[];
  readonly xTicks: readonly { readonly at: number; readonly text: string }[];
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
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
  const toY = (value: number): number => bottom - ((bottom - top) * value) / greatest;
  const slot = (right - left) / Math.max(1, all.length);
  const boxWidth = Math.max(2, Math.min(28, slot * 0.7));
  const every = Math.max(1, Math.ceil((fontSize * 2) / slot));
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
    ...{ left, right, top, bottom },
    yTicks: linearTicks(greatest, bottom - top, fontSize * 2.4).map((value_bps) => ({ at: toY(value_bps), value_bps })),
    xTicks: all.flatMap(({ text }, place) => (place % every === 0 ? [{ at: middle(place), text }] : [])),
  };
}
