/** One axis: a dot a seed, their mean with its interval, and one's own answer. */

import { scaleLinear } from 'd3-scale';
import { useRef } from 'react';
import { formatNumber, formatValue, unitScale } from '../../../base/format';
import type { Answer } from '../../../core/lesson/lesson';
import type { Truth } from '../../../core/lesson/lesson-store';
import type { LaneRun } from '../../../core/run/lanes';
import { disciplineName } from '../../../core/run/setting-names';
import { useSize } from '../../../ui/use-size';
import { OwnMark } from './CurveParts';
import { MeanMark, TruthKey } from './TruthKey';

interface Props {
  readonly answer: Answer & { readonly kind: 'slider' };
  readonly truth: Truth & { readonly kind: 'values' };
  readonly given: number | undefined;
  readonly catalog: LaneRun['run']['catalog'] | undefined;
}

export function ValueTruth({ answer, truth, given, catalog }: Props) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  const [point] = truth.points;
  if (point === undefined) return null;
  const { mean, halfWidth, values } = point;
  const value = (number: number): string => formatValue(number, answer.unit, 3);
  return (
    <figure className="truth">
      <figcaption className="curve__head">
        {answer.name_of_metric} under {disciplineName(catalog, answer.lane)}
      </figcaption>
      <div ref={surface} className="truth__line">
        {size !== undefined && (
          <svg width={size.width} height={size.height} aria-hidden="true" focusable="false">
            <Line {...{ answer, given, mean, halfWidth, values }} width={size.width} font={size.fontSize} />
          </svg>
        )}
      </div>
      <TruthKey seeds={values.length} hasInterval={halfWidth !== null} hasOwn={given !== undefined} />
      <p className="truth__words">
        What came out: <strong>{value(mean)}</strong>
        {halfWidth !== null && ` ± ${value(halfWidth)}`}
        {given !== undefined && (
          <>
            ; your answer: <strong>{value(given)}</strong>
          </>
        )}
        .
      </p>
    </figure>
  );
}

interface LineProps {
  readonly answer: Props['answer'];
  readonly given: number | undefined;
  readonly mean: number;
  readonly halfWidth: number | null;
  readonly values: readonly number[];
  readonly width: number;
  readonly font: number;
}

function Line({ answer, given, mean, halfWidth, values, width, font }: LineProps) {
  const reach = halfWidth ?? 0;
  const all = [answer.from, answer.to, ...values, mean - reach, mean + reach];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const { factor, name } = unitScale(high, answer.unit);
  const scale = scaleLinear()
    .domain([low, high])
    .range([font * 1.6, width - font * 1.6]);
  const x = (number: number): number => scale(number);
  const axis = font * 6.4;
  const row = font * 3.6;
  const ticks = scale.ticks(Math.max(2, Math.floor(width / (font * 5))));
  // Names stay on the picture.
  const inside = (at: number, text: string): number => {
    const half = text.length * font * 0.31;
    return Math.max(half, Math.min(width - half, at));
  };
  const meanText = `mean ${formatValue(mean, answer.unit, 3)}`;
  const ownText = given === undefined ? '' : `your answer ${formatValue(given, answer.unit, 3)}`;
  return (
    <>
      <line className="curve__grid" x1={x(low)} x2={x(high)} y1={axis} y2={axis} />
      {ticks.map((tick) => (
        <g key={tick} className="curve__axes">
          <line className="curve__grid" x1={x(tick)} x2={x(tick)} y1={row - font * 1.6} y2={axis + 4} />
          <text x={x(tick)} y={axis + font * 2.3} textAnchor="middle">
            {formatNumber(tick / factor, 4)}
            {tick === ticks.at(-1) && name !== '' && ` ${name}`}
          </text>
        </g>
      ))}
      {dots(values.map(x), font * 0.4).map(({ key, at, up }) => (
        <circle key={key} className="truth__seed" cx={at} cy={axis - font * 0.5 - up} r={font * 0.26} />
      ))}
      <MeanMark x={x(mean)} y={row - font} reach={halfWidth === null ? 0 : x(mean + halfWidth) - x(mean)} size={font} />
      <text className="truth__mean-name" x={inside(x(mean), meanText)} y={font * 1.2} textAnchor="middle">
        {meanText}
      </text>
      {given !== undefined && (
        <>
          <line className="truth__own-line" x1={x(given)} x2={x(given)} y1={row - font * 1.6} y2={axis} />
          <OwnMark x={x(given)} y={axis + font * 0.65} radius={font * 0.55} />
          <text className="truth__own-name" x={inside(x(given), ownText)} y={axis + font * 3.9} textAnchor="middle">
            {ownText}
          </text>
        </>
      )}
    </>
  );
}

/** Dots that would cover each other stand on top of each other. */
function dots(places: readonly number[], apart: number): readonly { key: string; at: number; up: number }[] {
  const piles: { at: number; count: number }[] = [];
  return places.map((at, seed) => {
    const pile = piles.find((other) => Math.abs(other.at - at) < apart);
    if (pile === undefined) piles.push({ at, count: 1 });
    else pile.count += 1;
    // A pile grows no higher than the row.
    const up = Math.min(pile === undefined ? 0 : pile.count - 1, 4) * apart * 0.9;
    return { key: String(seed), at, up };
  });
}
