/** What came out in the hall, an answer a square, before the spread of our own seeds; below it what had been predicted. */

import { useMemo, useRef } from 'react';
import { formatFixed, formatNumber, formatValue, unitScale } from '../../base/format';
import type { Sample } from '../../core/experiment/report';
import type { HallMeasure } from '../../core/lesson/hall-question';
import { keptApart, type Tick, ticksOn } from '../../ui/figure/axis';
import { Figure, XAxis } from '../../ui/figure/Figure';
import { type Scale, scaleOver, within } from '../../ui/figure/scale';
import { textWidth } from '../../ui/marks/text-mark';
import { type Size, useSize } from '../../ui/use-size';
import type { Heard } from './hall-room';
import type { HallRun } from './hall-runs';
import { type Histogram, histogramOf } from './histogram';

interface Props {
  readonly measure: HallMeasure;
  /** Those that count. */
  readonly answers: readonly Heard[];
  readonly ownRuns: readonly HallRun[];
  readonly ofHall: Sample | undefined;
  readonly ofOwn: Sample | undefined;
}

export function HallHistogram({ measure, answers, ownRuns, ofHall, ofOwn }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const values = useMemo(() => answers.map(({ run, value }) => run?.value ?? value), [answers]);
  const own = useMemo(() => ownRuns.map(({ value }) => value), [ownRuns]);
  const histogram = useMemo(() => histogramOf(values, own, measure), [values, own, measure]);
  const predictions = answers.flatMap(({ prediction, seed }) =>
    prediction === undefined ? [] : [{ prediction, seed }],
  );
  return (
    <figure className="hall-histogram">
      <div className="hall-histogram__place" ref={place}>
        {size !== undefined && size.width > 0 && (
          <Figure size={size} label={inWords(measure, values, own, ofHall, ofOwn, predictions.length)}>
            <Drawing {...{ measure, histogram, ofHall, ofOwn, size }} predictions={predictions} />
          </Figure>
        )}
      </div>
      <figcaption className="hall-histogram__legend">
        <span>
          <svg className="hall-key" aria-hidden="true">
            <rect className="hall-cell" x="2" y="2" width="12" height="12" rx="2" />
          </svg>
          one answer of the hall
        </span>
        <span>
          <svg className="hall-key" aria-hidden="true">
            <rect className="hall-own" x="1" y="1" width="14" height="15" />
          </svg>
          {own.length} seeds of this page: the spread to expect
        </span>
        <span>
          <svg className="hall-key" aria-hidden="true">
            <path className="hall-guess" d="M8 2 13 8 8 14 3 8z" />
          </svg>
          one prediction
        </span>
      </figcaption>
    </figure>
  );
}

interface DrawingProps {
  readonly measure: HallMeasure;
  readonly histogram: Histogram;
  readonly predictions: readonly { readonly prediction: number; readonly seed: number }[];
  readonly ofHall: Sample | undefined;
  readonly ofOwn: Sample | undefined;
  readonly size: Size;
}

function Drawing({ measure, histogram, predictions, ofHall, ofOwn, size }: DrawingProps) {
  // Everything is measured in the type.
  const { width, height, fontSize: type } = size;
  const [left, right] = [type, width - type];
  const [floor, foot] = [height - 9.6 * type, height - 3 * type];
  const across = scaleOver(histogram, left, right);
  const whole = scaleOver(measure, left, right, { isClamped: true });
  const { means, height: head } = placedMeans(
    [
      { sample: ofHall, name: 'mean of the hall', isHall: true },
      { sample: ofOwn, name: 'mean of our seeds', isHall: false },
    ],
    across,
    measure.unit,
    type,
  );
  const top = head + type * 0.4;
  const [at, onScale] = [across.toPixel, whole.toPixel];
  const up = scaleOver({ from: 0, to: histogram.top }, floor, top).toPixel;
  const text = (value: number): string => formatValue(value, measure.unit, 3);
  // Both axes are spread over the same length; values of the narrow one have more digits.
  const ticks = (scale: Scale): readonly Tick[] =>
    keptApart(ticksOn(scale, type * 7, { text }), (words) => textWidth(words, type, 'text') + type);
  const axis = { fontSize: type, width, hasLine: true };
  const cell = up(0) - up(histogram.cell);
  return (
    <g fontSize={type}>
      {histogram.bins.map(({ from, to, own }) => (
        <rect
          key={from}
          className="hall-own"
          x={at(from)}
          width={Math.max(0, at(to) - at(from) - 1)}
          y={up(own)}
          height={floor - up(own)}
        />
      ))}
      {histogram.bins.flatMap(({ from, to, answers }) =>
        answers.map((answer, row) => {
          const gap = cell > 6 ? 2 : 0;
          const inset = Math.min(4, (at(to) - at(from)) / 8);
          return (
            <rect
              key={answer}
              className="hall-cell"
              rx={gap}
              x={at(from) + inset}
              width={Math.max(1, at(to) - at(from) - 2 * inset)}
              y={floor - (row + 1) * cell + gap / 2}
              height={Math.max(1, cell - gap)}
            />
          );
        }),
      )}
      {means.map((mean) => (
        <Mean key={mean.words} mean={mean} />
      ))}
      <XAxis {...axis} region={{ left, right, top, bottom: floor }} ticks={ticks(across)} />
      <path
        className="hall-zoom"
        d={`M${left} ${floor + 2 * type}L${onScale(histogram.from)} ${foot - 2.2 * type}V${foot}H${onScale(histogram.to)}V${foot - 2.2 * type}L${right} ${floor + 2 * type}z`}
      />
      {predictions.map(({ prediction, seed }, place) => (
        <path
          key={seed}
          className="hall-guess"
          transform={`translate(${onScale(prediction)} ${foot - (0.55 + 0.5 * (stackAt(predictions, place, measure) % 4)) * type}) scale(${type / 26})`}
          d="M0 -10 8 0 0 10 -8 0z"
        />
      ))}
      <XAxis {...axis} region={{ left, right, top: foot, bottom: foot }} ticks={ticks(whole)} />
      <text className="hall-name" x={left} y={height - 0.3 * type}>
        what the hall predicted, on the whole scale
      </text>
    </g>
  );
}

/** Predictions at nearly one place stand over each other. */
function stackAt(
  predictions: readonly { readonly prediction: number }[],
  place: number,
  { from, to }: HallMeasure,
): number {
  const here = predictions[place]?.prediction ?? 0;
  const near = predictions.slice(0, place).filter(({ prediction }) => Math.abs(prediction - here) < (to - from) / 60);
  return near.length;
}

/** A mean with its 95 % interval and its words [px]. */
interface PlacedMean {
  readonly from: number;
  readonly mean: number;
  readonly to: number;
  readonly y: number;
  readonly words: string;
  readonly wordsX: number;
  readonly wordsY: number;
  readonly anchor: 'start' | 'end';
  readonly isHall: boolean;
}

/** The words of both stand beside their marks, on the side with more room; where one has none, all of them above. */
function placedMeans(
  of: readonly { readonly sample: Sample | undefined; readonly name: string; readonly isHall: boolean }[],
  across: Scale,
  unit: string,
  type: number,
): { readonly means: readonly PlacedMean[]; readonly height: number } {
  const { begin, end, toPixel } = across;
  const inside = (value: number): number => within(toPixel(value), begin, end);
  const known = of.flatMap(({ sample, name, isHall }) => {
    if (sample === undefined) return [];
    const half = sample.half_width ?? 0;
    const [from, mean, to] = [inside(sample.mean - half), inside(sample.mean), inside(sample.mean + half)];
    const words = `${name} ${meanInWords(sample, unit)}`;
    const isBefore = from - begin > end - to;
    const isBeside = textWidth(words, type, 'text') + 10 <= (isBefore ? from - begin : end - to);
    return [{ from, mean, to, words, isHall, isBefore, isBeside }];
  });
  const areBeside = known.every(({ isBeside }) => isBeside);
  const row = type * (areBeside ? 1.4 : 2.5);
  return {
    height: type * 0.2 + 2 * row,
    means: known.map(({ isBefore, ...mark }): PlacedMean => {
      const y = (mark.isHall ? 0 : row) + (areBeside ? type : type * 2.1);
      return {
        ...mark,
        y,
        wordsX: areBeside ? (isBefore ? mark.from - 10 : mark.to + 10) : isBefore ? end : begin,
        wordsY: areBeside ? y : y - type * 1.2,
        anchor: isBefore ? 'end' : 'start',
      };
    }),
  };
}

function Mean({ mean: { from, mean, to, y, words, wordsX, wordsY, anchor, isHall } }: { mean: PlacedMean }) {
  return (
    <g className={isHall ? 'hall-mean hall-mean--hall' : 'hall-mean'}>
      <line x1={from} x2={to} y1={y} y2={y} />
      <line x1={from} x2={from} y1={y - 6} y2={y + 6} />
      <line x1={to} x2={to} y1={y - 6} y2={y + 6} />
      <text x={wordsX} y={wordsY} dy="0.35em" textAnchor={anchor}>
        {words}
      </text>
      {isHall ? <rect x={mean - 6} y={y - 6} width="12" height="12" rx="2" /> : <circle cx={mean} cy={y} r="6" />}
    </g>
  );
}

/** "0.1130 ± 0.0021": two digits of the interval, and the mean to the same place. */
export function meanInWords({ mean, half_width }: Sample, unit: string): string {
  const { factor, name } = unitScale(mean, unit);
  const half = (half_width ?? 0) / factor;
  const ending = name === '' ? '' : `\u00a0${name}`;
  if (half === 0) return formatNumber(mean / factor, 3) + ending;
  const places = Math.max(0, 1 - Math.floor(Math.log10(half)));
  return `${formatFixed(mean / factor, places)} ± ${formatFixed(half, places)}${ending}`;
}

function inWords(
  { name, unit }: HallMeasure,
  values: readonly number[],
  own: readonly number[],
  ofHall: Sample | undefined,
  ofOwn: Sample | undefined,
  predictions: number,
): string {
  const hall = ofHall === undefined ? '' : `, mean ${meanInWords(ofHall, unit)}`;
  const seeds = ofOwn === undefined ? '' : `, mean ${meanInWords(ofOwn, unit)}`;
  return `Histogram of ${name}: ${values.length} answers of the hall${hall}; ${own.length} seeds of this page${seeds}; ${predictions} predictions.`;
}
