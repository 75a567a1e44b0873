/** The lanes of the scene as a list, with their disciplines and individual parameters, and ready-made comparisons. */

import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Select } from '../../ui/Select';
import type { Catalog, DisciplineAbout } from '../border/catalog';
import { type Lane, SCRIPT } from '../border/scenario';
import { focusLane, toggleSolo, useView, viewStore } from '../page/view-store';
import { focusedLane, type LaneRun, MOST_LANES, showSameLink } from '../run/lanes';
import { hasTwoLinks, underDiscipline } from '../scene/edit';
import { type SceneActions, useScene } from '../scene/scene-store';
import { nextLane, ownParameters, readyComparisons, sameTrafficHint, withoutOwn } from './comparisons';
import { divergenceText } from './DivergenceButton';

interface Props {
  lanes: readonly LaneRun[];
  actions: Pick<SceneActions, 'setLanes' | 'forkLane'>;
  onClose: () => void;
}

export function CompareLanes({ lanes, actions, onClose }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>('select')?.focus(), []);
  const scenario = useScene((state) => state.scenario);
  const divergence = useScene((state) => state.divergence);
  const lead = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  if (scenario === undefined) return null;
  const { catalog } = lead.run;
  const chosen = scenario.lanes;

  const set = (change: (lanes: readonly Lane[]) => readonly Lane[]): void => {
    const next = change(chosen);
    const { soloLane, focusedLane: focused } = viewStore.getState();
    // All lanes are shown, because the index of the lane that was shown alone may belong to another lane after the
    // change.
    if (soloLane !== undefined) toggleSolo(soloLane);
    if (focused >= next.length) focusLane(next.length - 1);
    void actions.setLanes(change);
  };

  return (
    <>
      <div className="row row--tight row--spread">
        <h2 className="heading">Lanes side by side</h2>
        <IconButton icon="close" name="Close" className="button--quiet" onPress={onClose} />
      </div>
      <ol className="stack" ref={list}>
        {chosen.map((lane, index) => (
          <LaneRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position; two lanes may run the same discipline.
            key={index}
            index={index}
            lane={lane}
            lanes={chosen}
            hasTwoLinks={hasTwoLinks(scenario)}
            about={lanes[index]?.run.about}
            catalog={catalog}
            onSet={set}
            onFork={() => {
              actions.forkLane(index);
              // The list is closed, because the user writes the script in another panel.
              onClose();
            }}
          />
        ))}
      </ol>
      <button
        type="button"
        className="button compare__add"
        aria-disabled={chosen.length >= MOST_LANES}
        title={chosen.length >= MOST_LANES ? `At most ${MOST_LANES} lanes` : undefined}
        onClick={() => {
          set((all) => (all.length < MOST_LANES ? [...all, nextLane(catalog, all)] : all));
        }}
      >
        <Icon name="plus" />
        {chosen.length >= MOST_LANES ? `At most ${MOST_LANES} lanes` : 'Add a lane'}
      </button>
      <p className="soft compare__hint">Same scenario, same seed. {sameTrafficHint(scenario)}</p>
      {chosen.length > 1 && showSameLink(lanes) && <p className="soft compare__hint">{divergenceText(divergence)}</p>}
      <h2 className="heading compare__ready-title">Ready-made</h2>
      <ul className="compare__ready">
        {readyComparisons(catalog, scenario, lead.run.about.id).map(({ name, lanes: ready, remark }) => (
          <li key={name}>
            <button
              type="button"
              className="bare picker__scene"
              onClick={() => {
                set(() => ready);
                // The list is closed, because it would cover the queues.
                onClose();
              }}
            >
              <span className="strong">{name}</span>
              {remark !== undefined && <span className="small soft picker__lesson">{remark}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface LaneRowProps {
  index: number;
  lane: Lane;
  lanes: readonly Lane[];
  hasTwoLinks: boolean;
  /**
   * Discipline of the lane. Just after a change of the lanes, it may still be that of the lane which had this index
   * before.
   */
  about: DisciplineAbout | undefined;
  catalog: Catalog;
  onSet: (change: (lanes: readonly Lane[]) => readonly Lane[]) => void;
  onFork: () => void;
}

function LaneRow({
  index,
  lane,
  lanes,
  hasTwoLinks: isOneOfTwo,
  about: present,
  catalog,
  onSet,
  onFork,
}: LaneRowProps) {
  const isAlone = useView((state) => state.soloLane === index);
  const about = present?.id === lane.aqm ? present : catalog.disciplines.find(({ id }) => id === lane.aqm);
  const name = about?.name ?? lane.aqm;
  const replace = (change: (lane: Lane) => Lane): void =>
    onSet((all) => all.map((other, at) => (at === index ? change(other) : other)));
  return (
    <li className="compare__lane" data-lane={index}>
      <span className="mono compare__number" aria-hidden="true">
        {index + 1}
      </span>
      <Select
        label={`Discipline of lane ${index + 1}`}
        options={[
          ...(lane.aqm === SCRIPT ? [{ id: SCRIPT, name: `${name}, a script` }] : []),
          ...GROUPS.flatMap(({ memory, title }) =>
            catalog.disciplines
              .filter((candidate) => candidate.memory === memory)
              .map(({ id, name: member, year, confidence }) => ({
                id,
                name: `${member} (${year})${confidence === 'low' ? ' · reconstruction' : ''}`,
                group: title,
              })),
          ),
        ]}
        chosen={lane.aqm}
        onChoose={(aqm) => replace((own) => underDiscipline(own, aqm))}
      />
      {lanes.length < MOST_LANES && (
        <button
          type="button"
          className="button button--quiet"
          title="Copy this lane, change the copy and see where the two lanes differ"
          onClick={onFork}
        >
          Fork
          <span className="visually-hidden">
            lane {index + 1}, {name}
          </span>
        </button>
      )}
      {lanes.length > 1 && (
        <>
          <IconButton
            icon="alone"
            name={`Show lane ${index + 1}, ${name}, alone`}
            title={`${isAlone ? 'Show all lanes' : 'Show this lane alone'} (${index + 1})`}
            className="button--quiet"
            isPressed={isAlone}
            onPress={() => toggleSolo(index)}
          />
          <IconButton
            icon="close"
            name={`Remove lane ${index + 1}, ${name}`}
            title="Remove this lane"
            className="button--quiet"
            onPress={() => onSet((all) => (all.length > 1 ? all.filter((_, at) => at !== index) : all))}
          />
        </>
      )}
      {isOneOfTwo && (
        <Select
          className="select compare__link"
          label={`Link of lane ${index + 1}`}
          options={[
            { id: 'first', name: 'link 1' },
            { id: 'second', name: 'link 2' },
          ]}
          chosen={lane.link ?? 'first'}
          onChoose={(link) => replace(({ link: _, ...own }) => (link === 'second' ? { ...own, link } : own))}
        />
      )}
      {Object.keys(lane.params).length > 0 && (
        <ul className="row gap-1 compare__own" aria-label="Parameters of this lane only">
          {ownParameters(about, lane).map(({ id, text }) => (
            <li key={id}>
              <button
                type="button"
                className="small-button compare__chip"
                title="Use the value that all lanes share"
                onClick={() => replace((own) => withoutOwn(own, id))}
              >
                {text}
                <Icon name="close" />
                <span className="visually-hidden">: use the value that all lanes share</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const GROUPS = [
  { memory: 'stateless', title: 'Stateless' },
  { memory: 'partial', title: 'State for some flows' },
  { memory: 'per-flow', title: 'State for every flow' },
] as const;
