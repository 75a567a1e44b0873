/**
 * A question whose answer is a curve with one value per point, drawn with a finger or the mouse. For keyboard users,
 * every point is a slider, and a table has the numbers.
 */

import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { formatValue, unitScale } from '../../../base/format';
import { pointText } from '../../../core/experiment/paper-table';
import type { LaneRun } from '../../../core/run/lanes';
import { Figure } from '../../../ui/figure/Figure';
import { useSize } from '../../../ui/use-size';
import { sliderStep } from '../judge';
import { Axes, CurveHead, curvePath, OwnMark } from './CurveParts';
import { type CurveAnswer, type CurveAxes, curveAxes, type Draft, drawnTo, type Place, rounded } from './curve-axes';

interface Props {
  readonly answer: CurveAnswer;
  /** Id of the element with the text of the question. */
  readonly question: string;
  readonly value: Draft;
  /** True once the result is revealed. The answer can then no longer change. */
  readonly isFixed: boolean;
  readonly catalog: LaneRun['run']['catalog'] | undefined;
  readonly onChange: (value: Draft) => void;
}

export function CurveQuestion({ answer, question, value, isFixed, catalog, onChange }: Props) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  const stroke = useRef<Place | undefined>(undefined);
  const axes = size === undefined ? undefined : curveAxes(answer, size);
  const isEmpty = value.every((point) => point === undefined);

  const draw = (event: PointerEvent<HTMLDivElement>, isStart: boolean): void => {
    if (axes === undefined || isFixed || !(isStart || stroke.current !== undefined)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const now = { x: event.clientX - box.left, y: event.clientY - box.top };
    if (isStart) event.currentTarget.setPointerCapture(event.pointerId);
    onChange(drawnTo(value, answer, axes, isStart ? undefined : stroke.current, now));
    stroke.current = now;
  };
  const lift = (): void => {
    stroke.current = undefined;
  };
  const set = (place: number, next: number | undefined): void =>
    onChange(value.map((before, at) => (at === place ? next : before)));

  return (
    <div className="stack gap-1">
      <CurveHead answer={answer} axes={axes} catalog={catalog} />
      <div
        ref={surface}
        className="curve__surface small"
        data-drawn={!isFixed || undefined}
        onPointerDown={(event) => draw(event, true)}
        onPointerMove={(event) => draw(event, false)}
        onPointerUp={lift}
        onPointerCancel={lift}
      >
        {axes !== undefined && size !== undefined && (
          <Figure size={size} labelledBy={question}>
            <Axes axes={axes} fontSize={size.fontSize} name={answer.name} />
            {isEmpty && (
              <text
                className="curve__invitation"
                x={(axes.region.left + axes.region.right) / 2}
                y={axes.region.top + (axes.region.bottom - axes.region.top) * 0.3}
                textAnchor="middle"
              >
                Draw here, from left to right
              </text>
            )}
            <path className="curve__own" d={curvePath(axes, value)} />
            {value.map((point, place) => (
              <Handle
                // biome-ignore lint/suspicious/noArrayIndexKey: the points of a question do not change.
                key={place}
                {...{ answer, axes, place, isFixed }}
                value={point}
                radius={size.fontSize * 0.45}
                onChange={(next) => set(place, next)}
              />
            ))}
          </Figure>
        )}
      </div>
      <Numbers {...{ answer, value, isFixed }} onChange={set} />
    </div>
  );
}

interface HandleProps {
  readonly answer: CurveAnswer;
  readonly axes: CurveAxes;
  readonly place: number;
  readonly value: number | undefined;
  readonly isFixed: boolean;
  readonly radius: number;
  readonly onChange: (value: number) => void;
}

/** A point of the curve. Up and down change its value; left and right move to its neighbours. */
function Handle({ answer, axes, place, value, isFixed, radius, onChange }: HandleProps) {
  const { from, to, unit } = answer;
  const { top, bottom } = axes.region;
  const x = axes.xs[place] ?? 0;
  const middle = rounded(answer, (from + to) / 2);
  const press = (event: KeyboardEvent<SVGGElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = sliderStep(answer);
    const moves: Readonly<Record<string, number>> = {
      ArrowUp: step,
      ArrowDown: -step,
      PageUp: 10 * step,
      PageDown: -10 * step,
    };
    const move = moves[event.key];
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const siblings = [...(event.currentTarget.parentElement?.querySelectorAll<SVGGElement>('[role="slider"]') ?? [])];
      siblings[place + (event.key === 'ArrowLeft' ? -1 : 1)]?.focus();
    } else if (event.key === 'Home' || event.key === 'End') {
      if (!isFixed) onChange(event.key === 'Home' ? from : to);
    } else if (move !== undefined) {
      if (!isFixed) onChange(value === undefined ? middle : rounded(answer, value + move));
    } else return;
    // While a point has the focus, the arrow keys do not step the run.
    event.preventDefault();
  };
  return (
    <g
      role="slider"
      tabIndex={0}
      className="curve__handle"
      aria-label={`${answer.name} ${pointText(answer.points[place] ?? null, answer.path)}`}
      aria-orientation="vertical"
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={value ?? middle}
      aria-valuetext={value === undefined ? 'not yet drawn' : formatValue(value, unit, 3)}
      aria-disabled={isFixed}
      onKeyDown={press}
    >
      <line className="curve__rail" x1={x} x2={x} y1={top} y2={bottom} />
      {value === undefined ? (
        <circle className="curve__missing" cx={x} cy={(top + bottom) / 2} r={radius * 0.6} />
      ) : (
        <OwnMark x={x} y={axes.toY(value)} radius={radius} />
      )}
    </g>
  );
}

interface NumbersProps {
  readonly answer: CurveAnswer;
  readonly value: Draft;
  readonly isFixed: boolean;
  readonly onChange: (place: number, value: number | undefined) => void;
}

function Numbers({ answer, value, isFixed, onChange }: NumbersProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { factor, name } = unitScale(answer.to, answer.unit);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As numbers</summary>
      {isOpen && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{answer.name}</th>
              <th scope="col" id={`${id}-head`}>
                {answer.name_of_metric}
                {name !== '' && ` [${name}]`}
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.points.map((point, place) => (
              <tr key={point}>
                <th scope="row" id={`${id}-${place}`}>
                  {pointText(point, answer.path)}
                </th>
                <td>
                  <input
                    type="number"
                    className="field ask__number"
                    aria-labelledby={`${id}-head ${id}-${place}`}
                    min={answer.from / factor}
                    max={answer.to / factor}
                    step="any"
                    disabled={isFixed}
                    value={value[place] === undefined ? '' : Number(((value[place] ?? 0) / factor).toPrecision(6))}
                    onChange={(event) => {
                      const typed = event.target.valueAsNumber * factor;
                      onChange(place, Number.isNaN(typed) ? undefined : rounded(answer, typed));
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
