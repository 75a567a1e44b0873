/** The live plots. They have the same time axis and the same cursor. */

import { useState } from 'react';
import type { LaneRun } from '../run/lanes';
import type { SceneActions } from '../scene/scene-store';
import { PlotBoardScroller } from './PlotBoardScroller';
import { PlotFigures } from './PlotFigures';
import { PLOTS } from './plots';
import type { PublishedMark } from './published';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  /** Values that the paper prints or that ns-2 measured for the open scene, which plots show as marks. */
  readonly published?: readonly PublishedMark[] | undefined;
}

export function PlotsPanel(props: Props) {
  const [scale, setScale] = useState({ isLogarithmic: true, isCumulative: false });
  return (
    <section className="column plots plots--over-time" aria-label="Plots">
      <h2 className="visually-hidden">Plots</h2>
      <PlotBoardScroller>
        <PlotFigures {...props} plots={PLOTS} scale={scale} setScale={setScale} />
      </PlotBoardScroller>
    </section>
  );
}
