/**
 * The chart of a screening. Numeric settings are sorted by their effect on the metric: a dot shows μ* with its
 * interval, and a hollow diamond shows σ. Choices and switches follow under a separate title: a square shows the size
 * of their change.
 */

import { ticksOn, withUnit } from '../../../ui/figure/axis';
import { Figure, XAxis } from '../../../ui/figure/Figure';
import { scaleOver } from '../../../ui/figure/scale';
import { cutTo, textWidth } from '../../../ui/marks/text-mark';
import { sizeOf } from '../screening';
import { numberOf, type ShownRow, type ShownScreening, sizesOf } from './shown-screening';

interface Props {
  readonly shown: ShownScreening;
  readonly width: number;
  readonly fontSize: number;
}

/** Width of a chart [characters] below which a setting's name is above its line, not beside it. */
const NARROW = 44;

interface ChartLayout {
  readonly isNarrow: boolean;
  readonly left: number;
  readonly right: number;
  readonly row: number;
  readonly top: number;
  /** Top of the rows for choices and switches [px]. */
  readonly onceTop: number;
  readonly height: number;
}

function chartLayout({ shown, width, fontSize }: Props): ChartLayout {
  const isNarrow = width < NARROW * fontSize;
  const rows = [...shown.charted, ...shown.chartedOnce];
  const longest = Math.max(fontSize * 4, ...rows.map(({ name }) => textWidth(name, fontSize, 'text')));
  const left = isNarrow ? fontSize * 0.75 : Math.min(width * 0.42, longest + 1.5 * fontSize);
  const row = fontSize * (isNarrow ? 2.9 : 2);
  const top = fontSize * 0.5;
  return {
    isNarrow,
    left,
    right: width - fontSize * (isNarrow ? 1 : 4.5),
    row,
    top,
    onceTop: top + shown.charted.length * row + (shown.chartedOnce.length === 0 ? 0 : fontSize * 2.2),
    height: top + rows.length * row + fontSize * (shown.chartedOnce.length === 0 ? 3.4 : 5.6),
  };
}

export function ScreeningChart(props: Props) {
  const { shown, width, fontSize } = props;
  const layout = chartLayout(props);
  const { isNarrow, left, right, row, top, onceTop, height } = layout;
  const bottom = onceTop + shown.chartedOnce.length * row;
  const x = scaleOver({ from: 0, to: shown.most }, left, right, { isClamped: true });
  const toX = x.toPixel;
  const placed = [
    ...shown.charted.map((of, place) => ({ of, y: top + place * row })),
    ...shown.chartedOnce.map((of, place) => ({ of, y: onceTop + place * row })),
  ];
  return (
    <Figure size={{ width, height }}>
      <XAxis
        {...{ fontSize, width }}
        region={{ left, right, top, bottom }}
        ticks={ticksOn(x, fontSize * 5, { text: (value) => numberOf(value, shown.scale) })}
        marks="lines"
        title={withUnit(`change of ${shown.metric.name}`, shown.scale.name)}
      />
      {shown.chartedOnce.length > 0 && (
        <text className="screening__name" x={isNarrow ? left : 0} y={onceTop - fontSize * 0.6}>
          Choices and switches, changed once:
        </text>
      )}
      {placed.map(({ of, y }) => (
        <Row
          key={of.key}
          of={of}
          shown={shown}
          toX={toX}
          fontSize={fontSize}
          nameAt={isNarrow ? [left, y + fontSize * 0.8] : [left - fontSize, y + row / 2]}
          numberAt={isNarrow ? [right, y + fontSize * 0.8] : [width, y + row / 2]}
          middle={y + (isNarrow ? fontSize * 2 : row / 2)}
          isNarrow={isNarrow}
          room={isNarrow ? right - left - fontSize * 5 : left - fontSize}
        />
      ))}
    </Figure>
  );
}

interface RowProps {
  readonly of: ShownRow;
  readonly shown: ShownScreening;
  readonly toX: (value: number) => number;
  readonly fontSize: number;
  readonly nameAt: readonly [number, number];
  readonly numberAt: readonly [number, number];
  readonly middle: number;
  readonly isNarrow: boolean;
  /** Width for the name [px]. */
  readonly room: number;
}

function Row({ of, shown, toX, fontSize, nameAt, numberAt, middle, isNarrow, room }: RowProps) {
  const { mu_star, change, sigma, chance } = of.effect;
  const value = sizeOf(of.effect);
  if (value === null) return null;
  const interval = sizesOf(of.effect);
  const size = fontSize * 0.34;
  const name = cutTo(of.name, room, (text) => textWidth(text, fontSize, 'text'));
  const x = toX(value);
  return (
    <g className={of.effect.is_above_chance === false ? 'screening__row screening__row--chance' : 'screening__row'}>
      <text
        className="screening__name"
        x={nameAt[0]}
        y={nameAt[1]}
        textAnchor={isNarrow ? 'start' : 'end'}
        dominantBaseline="central"
      >
        {name}
      </text>
      {chance !== null && chance > 0 && (
        <rect
          className="screening__chance"
          x={toX(0)}
          y={middle - fontSize * 0.55}
          width={toX(chance) - toX(0)}
          height={fontSize * 1.1}
        />
      )}
      <line className="screening__stem" x1={toX(0)} x2={x} y1={middle} y2={middle} />
      {interval !== undefined && (
        <line className="screening__interval" x1={toX(interval[0])} x2={toX(interval[1])} y1={middle} y2={middle} />
      )}
      {sigma !== null && (
        <path
          className="screening__sigma"
          d={`M${toX(sigma)} ${middle - 1.25 * size}L${toX(sigma) + 1.25 * size} ${middle}L${toX(sigma)} ${middle + 1.25 * size}L${toX(sigma) - 1.25 * size} ${middle}Z`}
        />
      )}
      {mu_star === null ? (
        <rect className="screening__dot" x={x - size} y={middle - size} width={2 * size} height={2 * size} />
      ) : (
        <circle className="screening__dot" cx={x} cy={middle} r={size} />
      )}
      <text className="screening__number" x={numberAt[0]} y={numberAt[1]} textAnchor="end" dominantBaseline="central">
        {numberOf(mu_star ?? change, shown.scale)}
      </text>
    </g>
  );
}
