/**
 * Picker for up to four lanes that share the scene and seed: several disciplines, or one discipline with several
 * parameters.
 */

import { Icon } from '../../ui/Icon';
import { LaneSwatch } from '../../ui/LaneSwatch';
import { onDemand } from '../../ui/on-demand';
import { Popup } from '../../ui/Popup';
import type { LaneRun } from '../run/lanes';
import type { SceneActions } from '../scene/scene-store';
import './compare.css';

/** Loaded when the list is first opened. */
const CompareLanes = onDemand('The comparison', async () => (await import('./CompareLanes')).CompareLanes, {
  isQuiet: true,
});

interface Props {
  lanes: readonly LaneRun[];
  actions: Pick<SceneActions, 'setLanes' | 'forkLane'>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

export function ComparePicker({ lanes, actions, isOpen, onOpen }: Props) {
  const common = commonDiscipline(lanes);
  const content = (
    <>
      <Icon name="lanes" />
      <span className="word compare__word">Compare</span>
      {lanes.length > 1 && (
        <span className="row row--tight compare__names">
          {common !== undefined && <span className="word">{common}</span>}
          {lanes.map(({ index, name }) => (
            <span key={index} className="row row--tight compare__name">
              <LaneSwatch lane={index} />{' '}
              <span className="one-line word compare__text">
                {common === undefined ? name : name.slice(common.length + 3)}
              </span>
            </span>
          ))}
        </span>
      )}
      <span className="row fixed compare__chevron">
        <Icon name="chevron" />
      </span>
    </>
  );
  return (
    <Popup
      isOpen={isOpen}
      onOpen={onOpen}
      className="picker compare"
      button={{ className: 'button compare__button', title: 'Disciplines side by side (c)', content }}
      list={{ className: 'scrolls scrolls--down picker__list compare__list', label: 'Compare' }}
    >
      {(close) => <CompareLanes lanes={lanes} actions={actions} onClose={close} />}
    </Popup>
  );
}

/** Name of the discipline if all lanes have the same discipline. The name is then shown only once. */
function commonDiscipline(lanes: readonly LaneRun[]): string | undefined {
  const name = lanes[0]?.run.about.name;
  return name !== undefined && lanes.every((lane) => lane.name.startsWith(`${name} · `)) ? name : undefined;
}
