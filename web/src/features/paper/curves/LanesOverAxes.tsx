/** Lanes as lines on two axes, each with its name at its end. All figures of the paper use this component. */

import type { ReactNode } from 'react';
import type { Region, Tick } from '../../../ui/figure/axis';
import { XAxis, YAxis } from '../../../ui/figure/Figure';
import { propertyOf } from '../../../ui/theme';
import type { Look } from './lane-looks';

export interface LaneOverAxes extends Look {
  readonly lane: string;
  readonly name: string;
  readonly line: string;
  /** Vertical centre of the lane's name on the right [px]. Undefined if there is no room. */
  readonly labelY: number | undefined;
}

export interface AxesLayout<Lane extends LaneOverAxes> {
  readonly region: Region;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly lanes: readonly Lane[];
}

interface Props<Lane extends LaneOverAxes> {
  readonly layout: AxesLayout<Lane>;
  readonly fontSize: number;
  /** Marks in the lane's colour, painted before (`below`) and after (`above`) the lane's line. */
  readonly below?: (lane: Lane) => ReactNode;
  readonly above?: (lane: Lane) => ReactNode;
  /** Marks painted before all lanes, and therefore behind them. */
  readonly children?: ReactNode;
}

export function LanesOverAxes<Lane extends LaneOverAxes>(props: Props<Lane>) {
  const { layout, fontSize, below, above, children } = props;
  const { region } = layout;
  return (
    <g className="curves">
      <YAxis {...{ region, fontSize }} ticks={layout.yTicks} title={layout.yTitle} />
      <XAxis {...{ region, fontSize }} ticks={layout.xTicks} title={layout.xTitle} hasLine />
      {children}
      {layout.lanes.map((lane) => (
        <g key={lane.lane} style={{ color: `var(${propertyOf(lane.ink)})` }}>
          {below?.(lane)}
          <path className="curves__line" d={lane.line} strokeDasharray={lane.dash?.join(' ')} />
          {above?.(lane)}
          {lane.labelY !== undefined && (
            <text className="curves__name" x={region.right + fontSize * 0.9} y={lane.labelY} dominantBaseline="central">
              {lane.name}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
