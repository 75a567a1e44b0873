/** The box plots of a lane with their axes, on the page and in a file. */

import { formatValue } from '../../base/format';
import { Figure, XAxis, YAxis } from '../../ui/figure/Figure';
import type { Size } from '../../ui/use-size';
import { boxLayout } from './box-layout';
import type { IntervalLane } from './interval-run';

interface Props {
  readonly lane: IntervalLane;
  readonly size: Size;
}

export function FlowBoxes({ lane, size }: Props) {
  const { fontSize } = size;
  const { boxes, region, unit, xTicks, yTicks } = boxLayout(lane, size);
  return (
    <Figure size={size}>
      <YAxis {...{ region, fontSize, unit }} ticks={yTicks} />
      <XAxis {...{ region, fontSize }} ticks={xTicks} marks="none" />
      {boxes.map(({ name: what, class: of, box, x, width, y }) => (
        <g key={what} className="interval-boxes__flow" data-class={of}>
          <title>
            {what}: median {formatValue(box.median, 'bit/s', 3)}, quartiles {formatValue(box.lower, 'bit/s', 3)} and{' '}
            {formatValue(box.upper, 'bit/s', 3)}, from {formatValue(box.least, 'bit/s', 3)} to{' '}
            {formatValue(box.greatest, 'bit/s', 3)}
          </title>
          <line
            className="interval-boxes__whisker"
            x1={x + width / 2}
            x2={x + width / 2}
            y1={y.greatest}
            y2={y.upper}
          />
          <line className="interval-boxes__whisker" x1={x + width / 2} x2={x + width / 2} y1={y.lower} y2={y.least} />
          <rect
            className="interval-boxes__box"
            x={x}
            width={width}
            y={y.upper}
            height={Math.max(1, y.lower - y.upper)}
          />
          <line className="interval-boxes__median" x1={x} x2={x + width} y1={y.median} y2={y.median} />
        </g>
      ))}
    </Figure>
  );
}
