/** The boxes of a lane with their axes, on the page and in a file. */

import { formatNumber, formatValue, unitScale } from '../../base/format';
import type { BoxLayout } from './box-layout';

interface Props {
  readonly layout: BoxLayout;
  readonly fontSize: number;
}

export function FlowBoxes({ layout, fontSize }: Props) {
  const { boxes, left, right, bottom, xTicks, yTicks } = layout;
  const { factor, name } = unitScale(yTicks.at(-1)?.value_bps ?? 0, 'bit/s');
  return (
    <g>
      {yTicks.map(({ at, value_bps }) => (
        <g key={value_bps}>
          <line className="interval-boxes__grid" x1={left} x2={right} y1={at} y2={at} />
          <text
            className="interval-boxes__number"
            x={left - fontSize / 2}
            y={at}
            dominantBaseline="middle"
            textAnchor="end"
          >
            {formatNumber(value_bps / factor)}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, text }) => (
        <text key={text} className="interval-boxes__number" x={at} y={bottom + fontSize * 1.4} textAnchor="middle">
          {text}
        </text>
      ))}
      <text className="interval-boxes__number" x={0} y={bottom + fontSize * 1.4}>
        {name}
      </text>
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
    </g>
  );
}
