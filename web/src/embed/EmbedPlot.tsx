/** One plot, chosen from those that apply to the scene. */

import { useEffect, useState } from 'react';
import { presentable, presentedPlot } from '../app/presenter/presented-plots';
import { choosePresentedPlot, useView } from '../core/page/view-store';
import { PlotFigures } from '../core/plots/PlotFigures';
import { plotLanes } from '../core/plots/plot-lanes';
import { PLOTS } from '../core/plots/plots';
import { useFileOfScene, useMarks } from '../core/plots/values-from-elsewhere';
import type { LaneRun } from '../core/run/lanes';
import type { SceneActions } from '../core/scene/scene-store';
import { WholeRun } from '../features/interval/WholeRun';
import { type Refused, shortened } from '../features/share/embed-address';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  /** Shown until somebody chooses. */
  readonly plot: string | undefined;
  readonly onUnknown: (problem: Refused) => void;
}

export function EmbedPlot({ lanes, actions, plot: first, onUnknown }: Props) {
  useEffect(() => {
    const ids = PLOTS.map(({ id }) => id);
    if (first !== undefined && !ids.includes(first))
      onUnknown({ field: 'plot', value: shortened(first), allowed: ids.join(', ') });
  }, [first, onUnknown]);
  const soloLane = useView((state) => state.soloLane);
  const focused = useView((state) => state.focusedLane);
  const chosen = useView((state) => state.presentedPlot);
  const [scale, setScale] = useState({ isLogarithmic: true, isCumulative: false });
  const marks = useMarks(useFileOfScene());
  const shown = plotLanes(lanes, soloLane, focused, marks);
  if (shown === undefined) return null;
  const plots = presentable(shown);
  const plot = presentedPlot(plots, chosen ?? first);
  if (plot === undefined) return null;
  return (
    <section className="embed-plot" aria-label="Plot">
      <select
        className="select embed-plot__choice"
        aria-label="Plot"
        value={plot.id}
        onChange={(event) => choosePresentedPlot(event.target.value)}
      >
        {plots.map(({ id, title }) => (
          <option key={id} value={id}>
            {title(shown)}
          </option>
        ))}
      </select>
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
