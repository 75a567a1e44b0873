/** The unit of a step, chosen from a list. */

import { NumberField } from '../../ui/NumberField';
import { Select } from '../../ui/Select';
import type { RunBuffer } from '../run/run-buffer';
import { type SceneActions, useScene } from '../scene/scene-store';
import { isByNumber, ONE_FLOW, stepGroups, stepKey, stepName } from './step-kinds';

interface Props {
  readonly run: RunBuffer;
  readonly actions: Pick<SceneActions, 'setStepKind'>;
}

/**
 * List of the kinds of steps. A native list works with touch, keyboard and screen readers, and can hold hundreds of
 * flows. If there are thousands, a number field selects the flow.
 */
export function StepChooser({ run, actions }: Props) {
  const stepKind = useScene((scene) => scene.stepKind);
  const groups = stepGroups(run.catalog, run.about, run.facts);
  const choices = groups.flatMap((group) => group.choices);
  const flow = stepKind.kind === 'arrival' && isByNumber(run.facts) ? stepKind.flow : undefined;
  const current = flow === undefined ? stepKey(stepKind) : ONE_FLOW;
  const isKnown = choices.some(({ key }) => key === current);
  // A kind that was chosen under another discipline stays in the list until the user chooses again.
  const former = isKnown ? [] : [{ id: current, name: stepName(stepKind, run.catalog, run.facts) }];
  const list = (
    <label className="fixed transport__steps">
      <span className="small soft unbroken word">Step by</span>
      <Select
        label="Step by"
        options={[
          ...former,
          ...groups.flatMap(({ title, choices: members }) =>
            members.map(({ key, name }) => ({ id: key, name, group: title })),
          ),
        ]}
        chosen={current}
        onChoose={(id) => {
          const chosen = choices.find(({ key }) => key === id);
          if (chosen !== undefined) actions.setStepKind(chosen.kind);
        }}
      />
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
