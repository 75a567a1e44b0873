/** A sentence with one question about the scene: what happens if this flow sends more, or under another discipline? */

import type { ReactNode } from 'react';
import { formatValue } from '../../base/format';
import { useView } from '../page/view-store';
import { focusedLane, type LaneRun } from '../run/lanes';
import { useRun } from '../run/use-run';
import { type SceneActions, useScene } from '../scene/scene-store';
import { controlGroups } from './control-groups';
import { SettingSlider } from './SettingRow';
import { type Question, questionOf } from './what-if';
import './what-if.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: Pick<SceneActions, 'change' | 'settle'>;
  /** Menu of disciplines at the end of the sentence. */
  readonly children: ReactNode;
}

function shownValue({ control, noun }: Question, value: number): string {
  const shown = formatValue(value, control.spec.unit);
  return noun === undefined ? shown : `${shown} ${noun}${value === 1 ? '' : 's'}`;
}

export function WhatIf({ lanes, actions, children }: Props) {
  const lead = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  useRun(lead.run);
  const preset = useScene((state) => state.preset);
  const { catalog, about, facts } = lead.run;
  const groups = controlGroups(catalog, about, facts, preset?.scenario, { lane: lead.index, isForAll: true });
  const question = questionOf(facts, groups);
  const value = Number(question?.control.value);
  const baseline = Number(question?.control.baseline);
  const isChanged = value !== baseline;
  return (
    <section className="row row--tight gap-3 what-if" aria-label="What if">
      {question !== undefined && (
        <>
          <span className="soft unbroken">
            What if {question.words}
            {question.sign !== undefined && <Sign of={question.sign} />}
          </span>
          <SettingSlider
            control={question.control}
            value={value}
            describedBy=""
            onChange={(path, next, drag) => actions.change(path, next, drag)}
            onSettle={(drag) => actions.settle(drag)}
          />
          <strong className="unbroken what-if__value">{shownValue(question, value)}</strong>
          {question.sign !== undefined && (
            <button
              type="button"
              className="button"
              onClick={() => void actions.change(question.control.path, isChanged ? baseline : 2 * baseline)}
            >
              {isChanged ? 'As opened' : 'Twice as fast'}
            </button>
          )}
        </>
      )}
      {lanes.length === 1 ? (
        <span className="row row--tight gap-3 what-if__rule">
          {question !== undefined && <span className="soft unbroken">under</span>}
          {children}
        </span>
      ) : (
        children
      )}
    </section>
  );
}

/** Symbol of a packet of the flows in the question, as on the stage: a diamond, or a disc for sparse flows. */
function Sign({ of }: { readonly of: 'unresponsive' | 'sparse' }) {
  return (
    <svg viewBox="0 0 7 15" className="what-if__sign" data-of={of} aria-hidden="true">
      <rect width="7" height="15" rx="2" />
      {of === 'sparse' ? <circle cx="3.5" cy="7.5" r="2.2" /> : <path d="M3.5 3.5 5.9 7.5 3.5 11.5 1.1 7.5Z" />}
    </svg>
  );
}
