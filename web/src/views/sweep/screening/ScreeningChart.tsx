/** Settings in the order in which they matter: a dot for μ* with its interval, a hollow diamond for σ. */

import { numberOf, type ShownRow, type ShownScreening } from './shown-screening';

interface Props {
  readonly shown: ShownScreening;
  readonly width: number;
  readonly fontSize: number;
}

/** Below so many letters of width the names stand above their lines. */
const NARROW = 44;

export interface ChartLayout {
  readonly isNarrow: boolean;
  readonly left: number;
  readonly right: number;
  readonly row: number;
  readonly top: number;
  readonly height: number;
}

export function chartLayout({ shown, width, fontSize }: Props): ChartLayout {
  const isNarrow = width < NARROW * fontSize;
  const longest = Math.max(8, ...shown.charted.map(({ name }) => name.length));
  const left = isNarrow ? fontSize * 0.75 : Math.min(width * 0.42, longest * fontSize * 0.54 + 1.5 * fontSize);
  const row = fontSize * (isNarrow ? 2.9 : 2);
  const top = fontSize * 0.5;
  return {
    isNarrow,
    left,
    right: width - fontSize * (isNarrow ? 1 : 4.5),
    row,
    top,
    height: top + shown.charted.length * row + fontSize * 3.4,
  };
}

export function ScreeningChart(props: Props) {
  const { shown, width, fontSize } = props;
  const layout = chartLayout(props);
  const { isNarrow, left, right, row, top, height } = layout;
  const toX = (value: number): number => left + ((right - left) * value) / shown.most;
  const bottom = top + shown.charted.length * row;
  const unit = shown.scale.name === '' ? '' : ` [${shown.scale.name}]`;
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      <g className="screening__axes">
        {shown.steps.map((step) => (
          <g key={step}>
            <line className="screening__grid" x1={toX(step)} x2={toX(step)} y1={top} y2={bottom} />
            <text x={toX(step)} y={bottom + fontSize * 1.3} textAnchor="middle">
              {numberOf(step, shown.scale)}
            </text>
          </g>
        ))}
        <text className="screening__axis" x={(left + right) / 2} y={bottom + fontSize * 2.8} textAnchor="middle">
          {`change of ${shown.metric.name}${unit}`}
        </text>
      </g>
      {shown.charted.map((of, place) => (
        <Row
          key={of.key}
          of={of}
          shown={shown}
          toX={toX}
          fontSize={fontSize}
          nameAt={isNarrow ? [left, top + place * row + fontSize * 0.8] : [left - fontSize, top + (place + 0.5) * row]}
          numberAt={isNarrow ? [right, top + place * row + fontSize * 0.8] : [width, top + (place + 0.5) * row]}
          middle={top + place * row + (isNarrow ? fontSize * 2 : row / 2)}
          isNarrow={isNarrow}
          letters={Math.floor((isNarrow ? right - left - fontSize * 5 : left - fontSize) / (fontSize * 0.54))}
        />
      ))}
    </svg>
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
  /** So many have room. */
  readonly letters: number;
}

function Row({ of, shown, toX, fontSize, nameAt, numberAt, middle, isNarrow, letters }: RowProps) {
  const { mu_star, low, high, sigma, chance } = of.effect;
  if (mu_star === null) return null;
  const size = fontSize * 0.34;
  const name = of.name.length > letters ? `${of.name.slice(0, Math.max(1, letters - 1))}…` : of.name;
  const x = toX(mu_star);
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
          width={toX(Math.min(chance, shown.most)) - toX(0)}
          height={fontSize * 1.1}
        />
      )}
      <line className="screening__stem" x1={toX(0)} x2={x} y1={middle} y2={middle} />
      {low !== null && high !== null && (
        <line className="screening__interval" x1={toX(low)} x2={toX(high)} y1={middle} y2={middle} />
      )}
      {sigma !== null && (
        <path
          className="screening__sigma"
          d={`M${toX(sigma)} ${middle - 1.25 * size}L${toX(sigma) + 1.25 * size} ${middle}L${toX(sigma)} ${middle + 1.25 * size}L${toX(sigma) - 1.25 * size} ${middle}Z`}
        />
      )}
      <circle className="screening__dot" cx={x} cy={middle} r={size} />
      <text className="screening__number" x={numberAt[0]} y={numberAt[1]} textAnchor="end" dominantBaseline="central">
        {numberOf(mu_star, shown.scale)}
      </text>
    </g>
  );
}
