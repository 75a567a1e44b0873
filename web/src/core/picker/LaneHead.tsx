/** Header of the controls if there are several lanes: the chosen lane, and whether a change applies to all lanes. */

import { useId } from 'react';
import { LaneSwatch } from '../../ui/LaneSwatch';
import { Segments } from '../../ui/Segments';
import { focusLane } from '../page/view-store';
import type { LaneRun } from '../run/lanes';
import type { SceneActions } from '../scene/scene-store';
import { sameTrafficHint } from './comparisons';
import { DisciplineSwitch } from './DisciplineSwitch';
import './lane-head.css';

interface Props {
  lanes: readonly LaneRun[];
  lead: LaneRun;
  isForAll: boolean;
  onForAll: (isForAll: boolean) => void;
  actions: Pick<SceneActions, 'switchDiscipline'>;
}

export function LaneHead({ lanes, lead, isForAll, onForAll, actions }: Props) {
  const laneGroup = useId();
  const { run } = lead;
  return (
    <section className="stack lane-head" aria-label="Lane">
      <fieldset className="lane-head__lanes">
        <legend className="heading">Lane</legend>
        {lanes.map(({ index, name }) => (
          <label key={index} className="row row--tight soft lane-head__lane">
            <input
              type="radio"
              className="visually-hidden"
              name={laneGroup}
              checked={index === lead.index}
              onChange={() => focusLane(index)}
            />
            <LaneSwatch lane={index} />
            <span className="grow">{name}</span>
            <kbd title={`Press ${index + 1} to show this lane alone`}>{index + 1}</kbd>
          </label>
        ))}
      </fieldset>
      <DisciplineSwitch
        disciplines={run.catalog.disciplines}
        inForce={run.about}
        onSwitch={(aqm) => actions.switchDiscipline(aqm)}
      />
      <Segments
        className="lane-head__scope"
        label="Change parameters"
        choices={[
          {
            id: true,
            name: 'for all lanes',
            meaning: 'A change applies to every lane whose discipline has the parameter',
          },
          { id: false, name: 'for this lane', meaning: `A change applies to ${lead.name} only` },
        ]}
        chosen={isForAll}
        onChoose={onForAll}
      />
      <p className="small faint">{sameTrafficHint(run.facts.scenario)}</p>
    </section>
  );
}
