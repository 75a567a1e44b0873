/** The measured curve with its seeds and intervals, drawn over the user's curve. Both are also in a table. */

import { useId, useRef, useState } from 'react';
import { formatValue } from '../../../base/format';
import { pointText } from '../../../core/experiment/paper-table';
import type { Truth } from '../../../core/lesson/lesson-store';
import type { LaneRun } from '../../../core/run/lanes';
import { Figure } from '../../../ui/figure/Figure';
import { TableButton } from '../../../ui/TableButton';
import { useSize } from '../../../ui/use-size';
import { Axes, CurveHead, curvePath, OwnMark } from './CurveParts';
import { type CurveAnswer, curveAxes } from './curve-axes';
import { MeanMark, TruthKey } from './TruthKey';

interface Props {
  readonly answer: CurveAnswer;
  readonly truth: Truth & { readonly kind: 'values' };
  readonly given: readonly number[] | undefined;
  readonly catalog: LaneRun['run']['catalog'] | undefined;
}

export function CurveTruth({ answer, truth, given, catalog }: Props) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  const table = useId();
  const [isTable, setTable] = useState(false);
  const { points } = truth;
  const reached = points.flatMap(({ mean, halfWidth, values }) => [
    ...values,
    mean - (halfWidth ?? 0),
    mean + (halfWidth ?? 0),
  ]);
  const axes = size === undefined ? undefined : curveAxes(answer, size, reached);
  return (
    <figure className="stack gap-1">
      <figcaption className="row row--tight row--spread">
        <CurveHead answer={answer} axes={axes} catalog={catalog} />
        <TableButton title="Your curve and the result" controls={table} isTable={isTable} setTable={setTable} />
      </figcaption>
      <div ref={surface} className="curve__surface small">
        {axes !== undefined && size !== undefined && (
          <Figure size={size}>
            <Axes axes={axes} fontSize={size.fontSize} name={answer.name} />
            {given !== undefined && <path className="curve__own" d={curvePath(axes, given)} />}
            <path
              className="truth__curve"
              d={curvePath(
                axes,
                points.map(({ mean }) => mean),
              )}
            />
            {points.map(({ mean, halfWidth, values }, place) => {
              const x = axes.xs[place] ?? 0;
              return (
                <g key={answer.points[place]}>
                  {values.map((value, seed) => (
                    <circle
                      // biome-ignore lint/suspicious/noArrayIndexKey: a seed is identified by its position.
                      key={seed}
                      className="truth__seed"
                      cx={x + size.fontSize * 0.55}
                      cy={axes.toY(value)}
                      r={size.fontSize * 0.17}
                    />
                  ))}
                  <MeanMark
                    {...{ x }}
                    y={axes.toY(mean)}
                    reach={axes.toY(mean) - axes.toY(mean + (halfWidth ?? 0))}
                    size={size.fontSize * 0.9}
                    isUpright
                  />
                </g>
              );
            })}
            {given?.map((value, place) => (
              <OwnMark
                key={answer.points[place]}
                x={axes.xs[place] ?? 0}
                y={axes.toY(value)}
                radius={size.fontSize * 0.42}
              />
            ))}
          </Figure>
        )}
      </div>
      <TruthKey
        seeds={truth.seeds}
        hasInterval={points.some(({ halfWidth }) => halfWidth !== null)}
        hasOwn={given !== undefined}
      />
      <div id={table} hidden={!isTable}>
        {isTable && <Numbers {...{ answer, truth, given }} />}
      </div>
    </figure>
  );
}

function Numbers({ answer, truth, given }: Omit<Props, 'catalog'>) {
  const value = (number: number): string => formatValue(number, answer.unit, 3);
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{answer.name}</th>
          <th scope="col">result</th>
          {given !== undefined && <th scope="col">your answer</th>}
        </tr>
      </thead>
      <tbody>
        {truth.points.map(({ mean, halfWidth }, place) => (
          <tr key={answer.points[place]}>
            <th scope="row">{pointText(answer.points[place] ?? null, answer.path)}</th>
            <td>
              {value(mean)}
              {halfWidth !== null && ` ± ${value(halfWidth)}`}
            </td>
            {given !== undefined && <td>{value(given[place] ?? Number.NaN)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
