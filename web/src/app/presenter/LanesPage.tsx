/** The queue of every lane, one chosen plot, and the explanation of the last decision. */

import { type ReactNode, useSyncExternalStore } from 'react';
import { WhatIf } from '../../core/controls/WhatIf';
import { moralOf } from '../../core/headline/moral';
import { useLesson } from '../../core/lesson/lesson-store';
import { useView } from '../../core/page/view-store';
import { DisciplineSwitch } from '../../core/picker/DisciplineSwitch';
import { ChosenPlot } from '../../core/plots/ChosenPlot';
import type { PublishedMark } from '../../core/plots/published';
import { focusedLane, type LaneRun } from '../../core/run/lanes';
import { useShownLanes } from '../../core/run/use-run';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { LaneView } from '../../core/stage/LaneView';
import '../../core/stage/stage.css';
import { WholeRun } from '../../features/interval/WholeRun';
import { PresentedOutcome } from './PresentedOutcome';
import { ruleInShort } from './rule-in-short';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  readonly marks: readonly PublishedMark[] | undefined;
  /** A slide of the open lesson. It takes the place of the plot or of the explanation. */
  readonly slide?: ReactNode;
}

export function LanesPage({ lanes, actions, marks, slide }: Props) {
  const shown = useShownLanes(lanes);
  const lead = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  const places = Math.max(...shown.map(({ run }) => run.facts.limit));
  const preset = useScene((state) => state.preset);
  const hasOne = shown.length === 1 && slide === undefined;
  const whatIf = slide === undefined && (
    <WhatIf lanes={lanes} actions={actions}>
      {lanes.length === 1 && (
        <DisciplineSwitch
          disciplines={lead.run.catalog.disciplines}
          inForce={lead.run.about}
          onSwitch={(aqm) => actions.switchDiscipline(aqm)}
        />
      )}
    </WhatIf>
  );
  const company = { lanes: shown.length, places, type_px: useRootSize() };
  const isAboutReason = useLesson(
    ({ lesson: open, step, part, points }) =>
      open?.steps[step]?.parts[part]?.kind === 'why' || points.includes('explanation') || points.includes('events'),
  );
  return (
    <>
      <div className="row row--tight presenter-lesson">
        {/* With several lanes the lesson sentence is hidden, because the queues need its space. */}
        <p className="grow">{slide === undefined && shown.length <= MOST_WITH_MORAL && moralOf(preset, lanes, lead)}</p>
        {!hasOne && whatIf}
      </div>
      <section className="presenter-lanes lane-rows" aria-label="Queue" data-lanes={shown.length}>
        {shown.map((lane) => (
          <LaneView
            key={lane.index}
            lane={lane}
            company={company}
            // Every name counts as one character long, so that long names do not widen the column of names.
            nameLength={lanes.length > 1 ? 1 : 0}
            actions={actions}
            beside={hasOne && whatIf}
          >
            {/* Lanes that share a discipline have long names, which leave no room for the rule. */}
            {!hasOne && lane.name === lane.run.about.name && (
              <p className="soft clamped presenter-rule" title={lane.run.about.idea}>
                {ruleInShort(lane.run.about.idea)}
              </p>
            )}
          </LaneView>
        ))}
      </section>
      <div className="presenter-below" data-lanes={hasOne ? 1 : undefined}>
        {slide}
        {(slide === undefined || !isAboutReason) && (
          <ChosenPlot lanes={lanes} actions={actions} published={marks} className="presenter-plot">
            <WholeRun />
          </ChosenPlot>
        )}
        {(slide === undefined || isAboutReason) && <PresentedOutcome lanes={lanes} isWhole={hasOne} />}
      </div>
    </>
  );
}

const MOST_WITH_MORAL = 2;

/** The root font size [px], which the presenter sets from the window size. */
function useRootSize(): number {
  return useSyncExternalStore(followWindow, rootSize);
}

function followWindow(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

function rootSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
