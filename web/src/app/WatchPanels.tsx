/** Panels beside the stage: the explanation, one plot and, if one lane is shown, its rule. */

import { Algorithm } from '../core/explain/Algorithm';
import { Why } from '../core/explain/Why';
import { moralOf } from '../core/headline/moral';
import type { PartOfPage } from '../core/page/parts-of-page';
import { showListing, showWorkspace } from '../core/page/view-store';
import { LAB } from '../core/page/workspaces';
import { ChosenPlot } from '../core/plots/ChosenPlot';
import type { PublishedMark } from '../core/plots/published';
import type { LaneRun } from '../core/run/lanes';
import { useShownLanes } from '../core/run/use-run';
import { type SceneActions, useScene } from '../core/scene/scene-store';
import '../core/explain/explain.css';
import './watch.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  /** The lane whose decisions are explained. */
  readonly lead: LaneRun;
  readonly actions: SceneActions;
  readonly marks: readonly PublishedMark[] | undefined;
  readonly has: (part: PartOfPage) => boolean;
  /** True on a phone, where the lesson sentence is shown under the title. */
  readonly hasMoral: boolean;
}

export function WatchPanels({ lanes, lead, actions, marks, has, hasMoral }: Props) {
  const isAlone = useShownLanes(lanes).length === 1;
  const preset = useScene((state) => state.preset);
  return (
    <div className="watch" data-lanes={isAlone ? 1 : lanes.length}>
      {hasMoral && <p className="soft">{moralOf(preset, lanes, lead)}</p>}
      {has('explain') && <Why lanes={lanes} hasNumbers={isAlone} hasLaneSwitch={false} />}
      {has('explain') && isAlone && (
        <Algorithm lanes={lanes} isListing={false} hasOneLink>
          <button type="button" className="bare link" onClick={showAllDetails}>
            All details
          </button>
        </Algorithm>
      )}
      {has('plots') && <ChosenPlot lanes={lanes} actions={actions} published={marks} className="watch-plot" />}
    </div>
  );
}

/** Opens the lab, which has room for the pseudo-code. */
function showAllDetails(): void {
  showListing(true);
  showWorkspace(LAB);
}
