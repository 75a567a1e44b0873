/** One plot in full, chosen from those that apply to the scene. */

import { useId, useState } from 'react';
import { choosePresentedPlot, useView } from '../../core/page/view-store';
import { PlotFigures } from '../../core/plots/PlotFigures';
import { plotLanes } from '../../core/plots/plot-lanes';
import type { PublishedMark } from '../../core/plots/published';
import type { LaneRun } from '../../core/run/lanes';
import type { SceneActions } from '../../core/scene/scene-store';
import { WholeRun } from '../../features/interval/WholeRun';
import { presentable, presentedPlot } from './presented-plots';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  readonly marks: readonly PublishedMark[] | undefined;
}

export function PresentedPlot({ lanes, actions, marks }: Props) {
  const soloLane = useView((state) => state.soloLane);
  const focused = useView((state) => state.focusedLane);
  const chosen = useView((state) => state.presentedPlot);
  const [scale, setScale] = useState({ isLogarithmic: true, isCumulative: false });
  const heading = useId();
  const shown = plotLanes(lanes, soloLane, focused, marks);
  if (shown === undefined) return null;
  const plots = presentable(shown);
  const plot = presentedPlot(plots, chosen);
  if (plot === undefined) return null;
  return (
    <section className="presenter-plot" aria-labelledby={heading}>
      <label className="presenter-plot__choice">
        <span className="visually-hidden" id={heading}>
          Plot
        </span>
        <select className="select" value={plot.id} onChange={(event) => choosePresentedPlot(event.target.value)}>
          {plots.map(({ id, title }) => (
            <option key={id} value={id}>
              {title(shown)}
            </option>
          ))}
        </select>
      </label>
      <WholeRun />
      <PlotFigures
        key={plot.id}
        plots={[plot]}
        lanes={lanes}
        actions={actions}
        published={marks}
        scale={scale}
        setScale={setScale}
      />
    </section>
  );
}
