/** Room for an answer on paper: a scale to mark, boxes to tick, axes to draw into. With the truth in it, the teacher's copy. */

import { scaleLinear } from 'd3-scale';
import { formatNumber, formatValue, unitScale } from '../../../base/format';
import type { Answer } from '../../../core/lesson/lesson';
import type { Truth } from '../../../core/lesson/lesson-store';
import type { SheetNames } from './sheet-names';

interface Props {
  readonly answer: Answer;
  /** Only on the teacher's copy. */
  readonly truth?: Truth | undefined;
  readonly names: SheetNames;
}

export function AnswerRoom({ answer, truth, names }: Props) {
  switch (answer.kind) {
    case 'choice':
      return (
        <ul className="sheet-options">
          {answer.options.map((option, place) => {
            const isRight = truth?.kind === 'choice' && truth.right === place;
            return (
              <li key={option} data-right={isRight || undefined}>
                <span className="sheet-box" aria-hidden="true">
                  {isRight ? '✓' : ''}
                </span>
                {option}
                {isRight && <span className="visually-hidden"> (right)</span>}
              </li>
            );
          })}
        </ul>
      );
    case 'slider':
      return <Scale answer={answer} truth={truth} />;
    case 'curve':
      return <Axes answer={answer} truth={truth} unit={names.setting(answer.path).unit} />;
  }
}

const WIDTH = 620;
const LEFT = 12;
const RIGHT = 60;

/** A line from the least to the greatest value. */
function Scale({ answer, truth }: { answer: Answer & { kind: 'slider' }; truth: Truth | undefined }) {
  const { from, to, unit, name_of_metric } = answer;
  const { factor, name } = unitScale(Math.max(Math.abs(from), Math.abs(to)), unit);
  const x = scaleLinear([from / factor, to / factor], [LEFT, WIDTH - RIGHT]);
  const [point] = truth?.kind === 'values' ? truth.points : [];
  const said = `${name_of_metric}: a scale from ${formatValue(from, unit)} to ${formatValue(to, unit)}`;
  return (
    <svg className="sheet-figure" viewBox={`0 0 ${WIDTH} 56`} role="img" aria-label={said}>
      <path className="sheet-ink" d={`M${LEFT} 30H${WIDTH - RIGHT}`} />
      {x.ticks(10).map((tick) => (
        <path key={tick} className="sheet-ink" d={`M${x(tick)} 24v12`} />
      ))}
      {x.ticks(5).map((tick) => (
        <text key={tick} x={x(tick)} y={50} textAnchor="middle">
          {formatNumber(tick)}
        </text>
      ))}
      <text x={WIDTH} y={34} textAnchor="end">
        {name}
      </text>
      {point !== undefined && (
        <g className="sheet-truth">
          <path
            d={`M${x((point.mean - (point.halfWidth ?? 0)) / factor)} 30H${x((point.mean + (point.halfWidth ?? 0)) / factor)}`}
          />
          <path d={`M${x(point.mean / factor)} 18v24`} />
          <text x={x(point.mean / factor)} y={12} textAnchor="middle">
            {formatNumber(point.mean / factor)}
          </text>
        </g>
      )}
    </svg>
  );
}

const HEIGHT = 260;
const TOP = 22;
const BOTTOM = 46;
const AXIS = 64;

interface AxesProps {
  readonly answer: Answer & { kind: 'curve' };
  readonly truth: Truth | undefined;
  /** Of the swept setting. */
  readonly unit: string;
}

/** A field of squares: the swept setting along, the metric up. */
function Axes({ answer, truth, unit: unitOfSetting }: AxesProps) {
  const { from, to, unit, name_of_metric, name, points } = answer;
  const up = unitScale(Math.max(Math.abs(from), Math.abs(to)), unit);
  const along = unitScale(Math.max(...points.map(Math.abs)), unitOfSetting);
  // Every point has the same room, as on the page: values of a sweep often double from one to the next.
  const step = (WIDTH - AXIS - RIGHT) / Math.max(1, points.length - 1);
  const x = (place: number): number => AXIS + place * step;
  const y = scaleLinear([from / up.factor, to / up.factor], [HEIGHT - BOTTOM, TOP]);
  const truths = truth?.kind === 'values' ? truth.points : [];
  return (
    <svg
      className="sheet-figure"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Axes to draw into: ${name_of_metric} over ${name}`}
    >
      {y.ticks(5).map((tick) => (
        <g key={tick}>
          <path className="sheet-rule" d={`M${AXIS} ${y(tick)}H${WIDTH - RIGHT}`} />
          <text x={AXIS - 8} y={y(tick) + 4} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {points.map((value, place) => (
        <g key={value}>
          <path className="sheet-rule" d={`M${x(place)} ${TOP}V${HEIGHT - BOTTOM}`} />
          <text x={x(place)} y={HEIGHT - BOTTOM + 18} textAnchor="middle">
            {formatNumber(value / along.factor)}
          </text>
        </g>
      ))}
      <path className="sheet-ink" d={`M${AXIS} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}`} />
      <text x={AXIS} y={12}>
        {withUnit(name_of_metric, up.name)}
      </text>
      <text x={(AXIS + WIDTH - RIGHT) / 2} y={HEIGHT - 6} textAnchor="middle">
        {withUnit(name, along.name)}
      </text>
      {truths.length > 0 && (
        <g className="sheet-truth">
          <path
            d={truths.map(({ mean }, place) => `${place === 0 ? 'M' : 'L'}${x(place)} ${y(mean / up.factor)}`).join('')}
          />
          {truths.map(({ mean, halfWidth }, place) => (
            <g key={points[place]}>
              <path
                d={`M${x(place)} ${y((mean - (halfWidth ?? 0)) / up.factor)}V${y((mean + (halfWidth ?? 0)) / up.factor)}`}
              />
              <circle cx={x(place)} cy={y(mean / up.factor)} r={4} />
            </g>
          ))}
        </g>
      )}
    </svg>
  );
}

/** A name may say it itself: "room in the buffer, in packets". */
function withUnit(name: string, unit: string): string {
  return unit === '' || name.includes(unit) ? name : `${name} [${unit}]`;
}
