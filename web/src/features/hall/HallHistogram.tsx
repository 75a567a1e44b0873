/**
 * The histogram of a poll, with a square for each of the audience's answers. Bars behind the squares show the results
 * of this page's own seeds. The predictions are below.
 */

import { useMemo, useRef } from 'react';
import { formatValue } from '../../base/format';
import type { Sample } from '../../core/experiment/report';
import type { HallMeasure } from '../../core/lesson/hall-question';
import { keptApart, type Tick, ticksOn } from '../../ui/figure/axis';
import { Figure, XAxis } from '../../ui/figure/Figure';
import { type Scale, scaleOver } from '../../ui/figure/scale';
import { textWidth } from '../../ui/marks/text-mark';
import { type Size, useSize } from '../../ui/use-size';
import type { Heard } from './hall-room';
import type { HallRun } from './hall-runs';
import { type Histogram, histogramOf } from './histogram';
import { meanInWords, type PlacedMean, placedMeans } from './placed-means';

interface Props {
  readonly measure: HallMeasure;
  /** The confirmed answers. */
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
      <figcaption className="hall-histogram__legend hall-small row soft">
        <span className="row row--tight">
          <svg className="fixed" width="16" height="16" aria-hidden="true">
            <rect className="hall-cell" x="2" y="2" width="12" height="12" rx="2" />
          </svg>
          one answer
        </span>
        <span className="row row--tight">
          <svg className="fixed" width="16" height="16" aria-hidden="true">
            <rect className="hall-own" x="1" y="1" width="14" height="15" />
          </svg>
          {own.length} seeds of this page: the expected spread
        </span>
        <span className="row row--tight">
          <svg className="fixed" width="16" height="16" aria-hidden="true">
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
  // All lengths are multiples of the font size.
  const { width, height, fontSize: type } = size;
  const [left, right] = [type, width - type];
  const [floor, foot] = [height - 9.6 * type, height - 3 * type];
  const across = scaleOver(histogram, left, right);
  const whole = scaleOver(measure, left, right, { isClamped: true });
  const { means, height: head } = placedMeans(
    [
      { sample: ofHall, name: 'mean of the audience', isHall: true },
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
  // On a narrow range the numbers at the ticks have more digits and need more room. Both horizontal axes, the one of
  // the results and the one of the whole scale, leave out ticks whose numbers would overlap.
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
        the audience’s predictions, on the whole scale
      </text>
    </g>
  );
}

/** Number of predictions below this one in its stack. Predictions of nearly the same value are stacked. */
function stackAt(
  predictions: readonly { readonly prediction: number }[],
  place: number,
  { from, to }: HallMeasure,
): number {
  const here = predictions[place]?.prediction ?? 0;
  const near = predictions.slice(0, place).filter(({ prediction }) => Math.abs(prediction - here) < (to - from) / 60);
  return near.length;
}

function Mean({ mean: { from, mean, to, goesOn, y, words, wordsX, wordsY, anchor, isHall } }: { mean: PlacedMean }) {
  return (
    <g className={isHall ? 'hall-mean hall-mean--hall' : 'hall-mean'}>
      <line x1={from} x2={to} y1={y} y2={y} />
      <path d={endOf(from, y, goesOn[0] ? -1 : 0)} />
      <path d={endOf(to, y, goesOn[1] ? 1 : 0)} />
      <text x={wordsX} y={wordsY} dy="0.35em" textAnchor={anchor}>
        {words}
      </text>
      {isHall ? <rect x={mean - 6} y={y - 6} width="12" height="12" rx="2" /> : <circle cx={mean} cy={y} r="6" />}
    </g>
  );
}

/** The end of an interval: a cap, or an arrowhead if the interval extends beyond the plot. */
function endOf(x: number, y: number, way: -1 | 0 | 1): string {
  return way === 0 ? `M${x} ${y - 6}V${y + 6}` : `M${x - 8 * way} ${y - 6}L${x} ${y}L${x - 8 * way} ${y + 6}`;
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
  return `Histogram of ${name}: ${counted(values.length, 'answer')} from the audience${hall}; ${counted(own.length, 'seed')} of this page${seeds}; ${counted(predictions, 'prediction')}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
