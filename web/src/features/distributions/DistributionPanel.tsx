/** Two live plots: the distributions of the queue length and of the waiting time. */

import { useState } from 'react';
import { showWorkspace } from '../../core/page/view-store';
import { LAB } from '../../core/page/workspaces';
import { LogarithmButton } from '../../core/plots/LogarithmButton';
import { PlotBoardScroller } from '../../core/plots/PlotBoardScroller';
import { PlotFigures } from '../../core/plots/PlotFigures';
import type { LaneRun } from '../../core/run/lanes';
import type { SceneActions } from '../../core/scene/scene-store';
import { OCCUPANCY, WAITS } from './distributions';

const PLOTS = [OCCUPANCY, WAITS];

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
}

export function DistributionPanel({ lanes, actions }: Props) {
  const [scale, setScale] = useState({ isLogarithmic: false, isCumulative: false });
  return (
    <section className="column plots plots--distributions" aria-label="Distributions">
      <h2 className="visually-hidden">Distributions</h2>
      <fieldset className="row row--tight gap-1 plot-switches">
        <legend className="visually-hidden">How distributions are drawn</legend>
        <button type="button" className="small-button" onClick={() => showWorkspace(LAB)}>
          ← over time
        </button>
        <button
          type="button"
          className="small-button"
          aria-pressed={scale.isCumulative}
          onClick={() => setScale({ ...scale, isCumulative: !scale.isCumulative })}
        >
          cumulative
        </button>
        <LogarithmButton scale={scale} setScale={setScale} />
      </fieldset>
      <PlotBoardScroller>
        <PlotFigures plots={PLOTS} lanes={lanes} actions={actions} scale={scale} setScale={setScale} />
      </PlotBoardScroller>
    </section>
  );
}
