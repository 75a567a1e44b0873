/** Parts shared by a drawn curve and a measured curve. */

import type { LaneRun } from '../../../core/run/lanes';
import { disciplineName } from '../../../core/run/setting-names';
import { withUnit } from '../../../ui/figure/axis';
import { XAxis, YAxis } from '../../../ui/figure/Figure';
import { pathThrough } from '../../../ui/figure/path';
import type { CurveAnswer, CurveAxes, Draft } from './curve-axes';

interface HeadProps {
  readonly answer: CurveAnswer;
  readonly axes: CurveAxes | undefined;
  readonly catalog: LaneRun['run']['catalog'] | undefined;
}

/** The label of the vertical axis. */
export function CurveHead({ answer, axes, catalog }: HeadProps) {
  return (
    <p className="soft">
      <span aria-hidden="true">↑ </span>
      {withUnit(`${answer.name_of_metric} under ${disciplineName(catalog, answer.lane)}`, axes?.unit ?? '')}
    </p>
  );
}

interface AxesProps {
  readonly axes: CurveAxes;
  readonly fontSize: number;
  /** Name of the setting on the horizontal axis. */
  readonly name: string;
}

export function Axes({ axes: { region, xTicks, yTicks, xUnit }, fontSize, name }: AxesProps) {
  return (
    <>
      <YAxis {...{ region, fontSize }} ticks={yTicks} />
      <XAxis {...{ region, fontSize }} ticks={xTicks} marks="none" title={`${withUnit(name, xUnit)} →`} titleAt="end" />
    </>
  );
}

/** A path through the known points of a curve. */
export function curvePath({ xs, toY }: Pick<CurveAxes, 'xs' | 'toY'>, values: Draft): string {
  return pathThrough(values.map((value, place) => (value === undefined ? undefined : [xs[place] ?? 0, toY(value)])));
}

/** A triangle that marks the user's own answer, in the question and beside the result. */
export function OwnMark({ x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number }) {
  const half = radius * 1.1;
  return <path className="own-mark" d={`M${x - half} ${y + half * 0.8}H${x + half}L${x} ${y - half * 1.1}Z`} />;
}
