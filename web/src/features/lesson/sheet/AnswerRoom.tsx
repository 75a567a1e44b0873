/**
 * Space for an answer on paper: a scale to mark, boxes to tick, or axes to draw on. The teacher's copy shows the
 * result.
 */

import type { ReactNode } from 'react';
import { formatNumber, formatValue, unitScale } from '../../../base/format';
import type { Answer } from '../../../core/lesson/lesson';
import type { Truth } from '../../../core/lesson/lesson-store';
import { ticksOn, withUnit } from '../../../ui/figure/axis';
import { XAxis, YAxis } from '../../../ui/figure/Figure';
import { pathThrough } from '../../../ui/figure/path';
import { scaleOver } from '../../../ui/figure/scale';
import type { SheetNames } from './sheet-names';

interface Props {
  readonly answer: Answer;
  /** The computed result. Set only on the teacher's copy. */
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
const FONT = 12;
const LEFT = 12;
const RIGHT = 60;

/** A line from the lowest to the highest possible answer. */
function Scale({ answer, truth }: { answer: Answer & { kind: 'slider' }; truth: Truth | undefined }) {
  const { from, to, unit, name_of_metric } = answer;
  const { factor, name } = unitScale(Math.max(Math.abs(from), Math.abs(to)), unit);
  const line = 32;
  const region = { left: LEFT, right: WIDTH - RIGHT, top: line - 6, bottom: line + 6 };
  const x = scaleOver({ from: from / factor, to: to / factor }, region.left, region.right);
  const [point] = truth?.kind === 'values' ? truth.points : [];
  const said = `${name_of_metric}: a scale from ${formatValue(from, unit)} to ${formatValue(to, unit)}`;
  return (
    <Sheet height={56} label={said}>
      <XAxis region={region} fontSize={FONT} ticks={ticksOn(x, 100)} marks="none" />
      <path d={`M${region.left} ${line}H${region.right}`} />
      {ticksOn(x, 54).map(({ at }) => (
        <path key={at} d={`M${at} ${region.top}V${region.bottom}`} />
      ))}
      <text x={WIDTH} y={line + 4} textAnchor="end">
        {name}
      </text>
      {point !== undefined && (
        <g className="sheet-truth">
          <path
            d={`M${x.toPixel((point.mean - (point.halfWidth ?? 0)) / factor)} ${line}H${x.toPixel((point.mean + (point.halfWidth ?? 0)) / factor)}`}
          />
          <path d={`M${x.toPixel(point.mean / factor)} ${line - 12}v24`} />
          <text x={x.toPixel(point.mean / factor)} y={line - 18} textAnchor="middle">
            {formatNumber(point.mean / factor)}
          </text>
        </g>
      )}
    </Sheet>
  );
}

const HEIGHT = 260;
const FIELD = { left: 64, right: WIDTH - RIGHT, top: 22, bottom: 214 };

interface AxesProps {
  readonly answer: Answer & { kind: 'curve' };
  readonly truth: Truth | undefined;
  /** Unit of the swept setting. */
  readonly unit: string;
}

/** A grid with the varied setting on the horizontal axis and the metric on the vertical axis. */
function Axes({ answer, truth, unit: unitOfSetting }: AxesProps) {
  const { from, to, unit, name_of_metric, name, points } = answer;
  const { left, right, top, bottom } = FIELD;
  const up = unitScale(Math.max(Math.abs(from), Math.abs(to)), unit);
  const along = unitScale(Math.max(...points.map(Math.abs)), unitOfSetting);
  // Points are evenly spaced, even if each value is twice the one before. Drawing is easier on an even grid.
  const x = scaleOver({ from: 0, to: Math.max(1, points.length - 1) }, left, right).toPixel;
  const y = scaleOver({ from: from / up.factor, to: to / up.factor }, bottom, top);
  const truths = truth?.kind === 'values' ? truth.points : [];
  const xTicks = points.map((value, place) => ({ at: x(place), text: formatNumber(value / along.factor) }));
  return (
    <Sheet height={HEIGHT} label={`Axes for your curve: ${name_of_metric} over ${name}`}>
      <YAxis region={FIELD} fontSize={FONT} ticks={ticksOn(y, 36)} />
      <XAxis region={FIELD} fontSize={FONT} ticks={xTicks} marks="lines" title={withUnit(name, along.name)} />
      <path d={`M${left} ${top}V${bottom}H${right}`} />
      <text x={left} y={12}>
        {withUnit(name_of_metric, up.name)}
      </text>
      {truths.length > 0 && (
        <g className="sheet-truth">
          <path d={pathThrough(truths.map(({ mean }, place) => [x(place), y.toPixel(mean / up.factor)]))} />
          {truths.map(({ mean, halfWidth }, place) => (
            <g key={points[place]}>
              <path
                d={`M${x(place)} ${y.toPixel((mean - (halfWidth ?? 0)) / up.factor)}V${y.toPixel((mean + (halfWidth ?? 0)) / up.factor)}`}
              />
              <circle cx={x(place)} cy={y.toPixel(mean / up.factor)} r={4} />
            </g>
          ))}
        </g>
      )}
    </Sheet>
  );
}

/** A drawing as wide as the printed text. */
function Sheet({ height, label, children }: { height: number; label: string; children: ReactNode }) {
  return (
    <svg className="figure sheet-figure" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      {children}
    </svg>
  );
}
