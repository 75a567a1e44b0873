/** Shows those plots of a list that make sense for the disciplines in the lanes. */

import { useEffect, useState } from 'react';
import { whileWanted } from '../../base/while-wanted';
import { intervalWithin } from '../interval/interval-words';
import { useView } from '../page/view-store';
import { onFrame } from '../run/frame-loop';
import type { LaneRun } from '../run/lanes';
import { useRuns } from '../run/use-run';
import type { SceneActions } from '../scene/scene-store';
import { applicablePlots } from './chosen-plot';
import { type ControlsProps, columnsOf, type PlotDefinition } from './definition';
import { PlotFigure } from './PlotFigure';
import { PlotBoard } from './plot-board';
import { type PlotLanes, plotLanes } from './plot-lanes';
import type { PublishedMark } from './published';
import { useSeedBands } from './use-seed-bands';
import './plots.css';

interface Props extends Pick<ControlsProps, 'scale' | 'setScale'> {
  readonly plots: readonly PlotDefinition[];
  readonly lanes: readonly LaneRun[];
  readonly actions?: SceneActions;
  /** Values that the paper prints or that ns-2 measured for the open scene, which plots show as marks. */
  readonly published?: readonly PublishedMark[] | undefined;
}

export function PlotFigures(props: Props) {
  useRuns(props.lanes);
  const soloLane = useView((state) => state.soloLane);
  const focused = useView((state) => state.focusedLane);
  const interval = intervalWithin(
    useView((state) => state.interval),
    props.lanes[0]?.run.facts.scenario.duration_s ?? 0,
  );
  const bands = useSeedBands(props.actions);
  const shown = plotLanes(props.lanes, soloLane, focused, props.published, interval, bands);
  return shown === undefined ? null : <OnBoard {...props} shown={shown} />;
}

function OnBoard({ plots, lanes, shown, actions, scale, setScale }: Props & { readonly shown: PlotLanes }) {
  const [board] = useState(() => new PlotBoard(shown, scale));
  board.show(lanes, shown, scale);

  useEffect(() => {
    const leaveModel = onFrame('model', board.model);
    const leavePaint = onFrame('paint', board.paint);
    const leaveFonts = whileWanted(document.fonts.ready, () => board.refreshType());
    return () => {
      leaveFonts();
      leaveModel();
      leavePaint();
    };
  }, [board]);

  const applicable = applicablePlots(shown, plots);
  const columns = columnsOf(applicable);
  return applicable.map((plot, place) => (
    <PlotFigure
      key={plot.id}
      {...{ plot, board, actions, scale, setScale }}
      lanes={shown}
      runs={lanes}
      columns={columns[place] as number}
    />
  ));
}
