/** What came out in the hall, an answer a square, before the spread of our own seeds; below it what had been predicted. */

import { useMemo, useRef } from 'react';
import { formatFixed, formatNumber, formatValue, unitScale } from '../../base/format';
import type { Sample } from '../../core/experiment/report';
import type { HallMeasure } from '../../core/lesson/hall-question';
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
          <svg
            width={size.width}
            height={size.height}
            role="img"
            aria-label={inWords(measure, values, own, ofHall, ofOwn, predictions.length)}
          >
            <Drawing {...{ measure, histogram, ofHall, ofOwn, size }} predictions={predictions} />
          </svg>
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
  const below = 7.2 * type;
  const means = 3 * type;
  const floor = height - below - 2.4 * type;
  const top = means + type * 0.4;
  const at = (value: number): number => along(value, histogram, left, right);
  const up = (share: number): number => floor - (share / histogram.top) * (floor - top);
  const axis = height - 3 * type;
  const onScale = (value: number): number =>
    along(Math.min(measure.to, Math.max(measure.from, value)), measure, left, right);
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
      <Mean
        sample={ofHall}
        y={type}
        at={at}
        unit={measure.unit}
        type={type}
        name="mean of the hall"
        isHall
        ends={[left, right]}
      />
      <Mean
        sample={ofOwn}
        y={2.4 * type}
        at={at}
        unit={measure.unit}
        type={type}
        name="mean of our seeds"
        isHall={false}
        ends={[left, right]}
      />
      <line className="hall-axis" x1={left} x2={right} y1={floor} y2={floor} />
      <Ticks values={histogram.ticks} unit={measure.unit} at={at} y={floor} type={type} ends={[left, right]} />
      <path
        className="hall-zoom"
        d={`M${left} ${floor + 2 * type}L${onScale(histogram.from)} ${axis - 2.2 * type}V${axis}H${onScale(histogram.to)}V${axis - 2.2 * type}L${right} ${floor + 2 * type}z`}
      />
      <line className="hall-axis" x1={left} x2={right} y1={axis} y2={axis} />
      {predictions.map(({ prediction, seed }, place) => (
        <path
          key={seed}
          className="hall-guess"
          transform={`translate(${onScale(prediction)} ${axis - (0.55 + 0.5 * (stackAt(predictions, place, measure) % 4)) * type}) scale(${type / 26})`}
          d="M0 -10 8 0 0 10 -8 0z"
        />
      ))}
      <Ticks values={ticksOf(measure)} unit={measure.unit} at={onScale} y={axis} type={type} ends={[left, right]} />
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

interface MeanProps {
  readonly sample: Sample | undefined;
  readonly y: number;
  readonly at: (value: number) => number;
  readonly unit: string;
  readonly name: string;
  readonly isHall: boolean;
  readonly type: number;
  readonly ends: readonly [number, number];
}

/** Letters are about so wide, in units of the type. */
const LETTER = 0.56;

/** The mean with its 95 % interval; its words on the side where there is more room. */
function Mean({ sample, y, at, unit, name, isHall, type, ends: [left, right] }: MeanProps) {
  if (sample === undefined) return null;
  const half = sample.half_width ?? 0;
  const inside = (value: number): number => Math.min(right, Math.max(left, at(value)));
  const [from, mean, to] = [inside(sample.mean - half), inside(sample.mean), inside(sample.mean + half)];
  const words = `${name} ${meanInWords(sample, unit)}`;
  const isBefore = from - left > right - to;
  const room = words.length * LETTER * type + 10;
  const x = isBefore ? Math.max(from - 10, left + room) : Math.min(to + 10, right - room);
  return (
    <g className={isHall ? 'hall-mean hall-mean--hall' : 'hall-mean'}>
      <line x1={from} x2={to} y1={y} y2={y} />
      <line x1={from} x2={from} y1={y - 6} y2={y + 6} />
      <line x1={to} x2={to} y1={y - 6} y2={y + 6} />
      <text x={x} y={y} dy="0.35em" textAnchor={isBefore ? 'end' : 'start'}>
        {words}
      </text>
      {isHall ? <rect x={mean - 6} y={y - 6} width="12" height="12" rx="2" /> : <circle cx={mean} cy={y} r="6" />}
    </g>
  );
}

/** "0.1130 ± 0.0021": two digits of the interval, and the mean to the same place. */
function meanInWords({ mean, half_width }: Sample, unit: string): string {
  const { factor, name } = unitScale(mean, unit);
  const half = (half_width ?? 0) / factor;
  const ending = name === '' ? '' : `\u00a0${name}`;
  if (half === 0) return formatNumber(mean / factor, 3) + ending;
  const places = Math.max(0, 1 - Math.floor(Math.log10(half)));
  return `${formatFixed(mean / factor, places)} ± ${formatFixed(half, places)}${ending}`;
}

interface TicksProps {
  readonly values: readonly number[];
  readonly unit: string;
  readonly at: (value: number) => number;
  readonly y: number;
  readonly type: number;
  /** Of the axis. */
  readonly ends: readonly [number, number];
}

function Ticks({ values, unit, at, y, type, ends }: TicksProps) {
  const [first = 0, last = 0] = ends;
  const anchor = (x: number): 'start' | 'middle' | 'end' =>
    x - first < type ? 'start' : last - x < type ? 'end' : 'middle';
  return values.map((value) => (
    <g key={value} className="hall-tick">
      <line x1={at(value)} x2={at(value)} y1={y} y2={y + 0.35 * type} />
      <text x={at(value)} y={y + 1.35 * type} textAnchor={anchor(at(value))}>
        {formatValue(value, unit, 3)}
      </text>
    </g>
  ));
}

/** Four parts of the scale. */
function ticksOf({ from, to }: HallMeasure): readonly number[] {
  return [0, 1, 2, 3, 4].map((part) => from + (part / 4) * (to - from));
}

function along(value: number, { from, to }: { from: number; to: number }, left: number, right: number): number {
  return left + ((value - from) / (to - from || 1)) * (right - left);
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
