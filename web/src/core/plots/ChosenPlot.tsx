/** One of the plots that apply to the scene, chosen from a list that takes the place of the title. */

import { type ReactNode, useState } from 'react';
import { Select } from '../../ui/Select';
import { choosePresentedPlot, useView } from '../page/view-store';
import type { LaneRun } from '../run/lanes';
import type { SceneActions } from '../scene/scene-store';
import { applicablePlots, chosenPlot, usualPlot } from './chosen-plot';
import { PlotFigures } from './PlotFigures';
import { plotLanes } from './plot-lanes';
import type { PublishedMark } from './published';
import './chosen-plot.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  /** Values that the paper prints or that ns-2 measured for the open scene, which plots show as marks. */
  readonly published: readonly PublishedMark[] | undefined;
  /** Id of the plot that is shown until the user chooses one. */
  readonly first?: string | undefined;
  /**
   * CSS class of the section. The list of plots takes its width from the element around the section
   * (`chosen-plot.css`).
   */
  readonly className: string;
  /** Content between the list and the plot. */
  readonly children?: ReactNode;
}

export function ChosenPlot({ lanes, actions, published, first, className, children }: Props) {
  const soloLane = useView((state) => state.soloLane);
  const focused = useView((state) => state.focusedLane);
  const chosen = useView((state) => state.presentedPlot);
  const [scale, setScale] = useState({ isLogarithmic: true, isCumulative: false });
  const shown = plotLanes(lanes, soloLane, focused, published);
  if (shown === undefined) return null;
  const plots = applicablePlots(shown);
  const plot = chosenPlot(plots, chosen ?? first, usualPlot(shown));
  if (plot === undefined) return null;
  return (
    <section className={`chosen-plot ${className}`} aria-label="Plot">
      <Select
        className="select chosen-plot__choice"
        label="Plot"
        options={plots.map(({ id, title }) => ({ id, name: title(shown) }))}
        chosen={plot.id}
        onChoose={choosePresentedPlot}
      />
      {children}
      <PlotFigures key={plot.id} plots={[plot]} {...{ lanes, actions, published, scale, setScale }} />
    </section>
  );
}
