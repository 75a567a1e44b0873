/** One plot, chosen from those that apply to the scene. */

import { useEffect } from 'react';
import { ChosenPlot } from '../core/plots/ChosenPlot';
import { PLOTS } from '../core/plots/plots';
import { useFileOfPreset, useMarks } from '../core/plots/values-from-elsewhere';
import type { LaneRun } from '../core/run/lanes';
import type { SceneActions } from '../core/scene/scene-store';
import { WholeRun } from '../features/interval/WholeRun';
import { type Refused, shortened } from '../features/share/embed-address';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  /** The plot shown until the user chooses another. */
  readonly plot: string | undefined;
  readonly onUnknown: (problem: Refused) => void;
}

export function EmbedPlot({ lanes, actions, plot, onUnknown }: Props) {
  useEffect(() => {
    const ids = PLOTS.map(({ id }) => id);
    if (plot !== undefined && !ids.includes(plot))
      onUnknown({ field: 'plot', value: shortened(plot), allowed: ids.join(', ') });
  }, [plot, onUnknown]);
  const marks = useMarks(useFileOfPreset()?.file);
  return (
    <ChosenPlot lanes={lanes} actions={actions} published={marks} first={plot} className="embed-plot">
      <WholeRun />
    </ChosenPlot>
  );
}
