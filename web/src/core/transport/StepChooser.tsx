/** The unit of a step, chosen from a list. */

import { NumberField } from '../../ui/NumberField';
import type { RunBuffer } from '../run/run-buffer';
import { type SceneActions, useScene } from '../scene/scene-store';
import { isByNumber, ONE_FLOW, type StepChoice, stepGroups, stepKey, stepName } from './step-kinds';

interface Props {
  readonly run: RunBuffer;
  readonly actions: Pick<SceneActions, 'setStepKind'>;
}

/**
 * List of the kinds of steps. It is a native list, because a native list works with touch, keys and screen readers, and
 * can contain hundreds of flows. If there are thousands, a number field chooses the flow.
 */
export function StepChooser({ run, actions }: Props) {
  const stepKind = useScene((scene) => scene.stepKind);
  const groups = stepGroups(run.catalog, run.about, run.facts);
  const choices = groups.flatMap((group) => group.choices);
  const flow = stepKind.kind === 'arrival' && isByNumber(run.facts) ? stepKind.flow : undefined;
  const current = flow === undefined ? stepKey(stepKind) : ONE_FLOW;
  const isKnown = choices.some(({ key }) => key === current);
  const options = (members: readonly StepChoice[]) =>
    members.map(({ key, name }) => (
      <option key={key} value={key}>
        {name}
      </option>
    ));
  const list = (
    <label className="fixed transport__steps">
      <span className="small soft unbroken word">Step by</span>
      <select
        className="select"
        value={current}
        aria-label="Step by"
        onChange={(event) => {
          const chosen = choices.find(({ key }) => key === event.target.value);
          if (chosen !== undefined) actions.setStepKind(chosen.kind);
        }}
      >
        {/* A kind that was chosen under another discipline stays in the list until the user chooses again. */}
        {!isKnown && <option value={current}>{stepName(stepKind, run.catalog, run.facts)}</option>}
        {groups.map(({ title, choices: members }) =>
          title === undefined ? (
            options(members)
          ) : (
            <optgroup key={title} label={title}>
              {options(members)}
            </optgroup>
          ),
        )}
      </select>
    </label>
  );
  if (flow === undefined) return list;
  return (
    <div className="row row--tight gap-1 fixed transport__flow">
      {list}
      <NumberField
        label="Flow number"
        value={flow + 1}
        most={run.facts.flows.length}
        onChoose={(number) => actions.setStepKind({ kind: 'arrival', flow: number - 1 })}
      />
    </div>
  );
}
