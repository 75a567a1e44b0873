/** Up to four lanes on the same scenario and seed: disciplines, or one discipline with other parameters. */

import { useEffect, useId, useRef } from 'react';
import { Icon } from '../../base/Icon';
import { LaneSwatch } from '../../base/LaneSwatch';
import type { Catalog } from '../../engine/catalog';
import { focusedLane, type LaneRun, MOST_LANES } from '../../run/lanes';
import type { Lane } from '../../scenario/scenario';
import { type SceneActions, useScene } from '../../store/scene-store';
import { focusLane, toggleSolo, useView, viewStore } from '../../store/view-store';
import { nextLane, ownParameters, readyComparisons, sameTrafficHint, withoutOwn } from './comparisons';
import { partingText } from './PartingButton';
import './compare.css';

interface Props {
  lanes: readonly LaneRun[];
  actions: Pick<SceneActions, 'setLanes' | 'forkLane'>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

export function ComparePicker({ lanes, actions, isOpen, onOpen }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) onOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    root.current?.querySelector<HTMLElement>('.compare__lanes select')?.focus();
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen, onOpen]);

  const common = commonDiscipline(lanes);
  const close = (): void => {
    onOpen(false);
    button.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving are listened for around the button and its list.
    <div
      className="picker compare"
      ref={root}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) {
          event.preventDefault();
          close();
        }
      }}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) onOpen(false);
      }}
    >
      <button
        type="button"
        ref={button}
        className="button compare__button"
        title="Disciplines side by side (c)"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => onOpen(!isOpen)}
      >
        <Icon name="lanes" />
        <span className="compare__word">Compare</span>
        {lanes.length > 1 && (
          <span className="compare__names">
            {common !== undefined && <span className="compare__common">{common}</span>}
            {lanes.map(({ index, name }) => (
              <span key={index} className="compare__name">
                <LaneSwatch lane={index} />{' '}
                <span className="compare__told">{common === undefined ? name : name.slice(common.length + 3)}</span>
              </span>
            ))}
          </span>
        )}
        <span className="compare__chevron">
          <Icon name="chevron" />
        </span>
      </button>
      <section id={listId} className="picker__list compare__list" aria-label="Compare" hidden={!isOpen}>
        {isOpen && <Lanes lanes={lanes} actions={actions} onClose={close} />}
      </section>
    </div>
  );
}

/** The name that all lanes begin with when they run one discipline: said once. */
function commonDiscipline(lanes: readonly LaneRun[]): string | undefined {
  const name = lanes[0]?.run.about.name;
  return name !== undefined && lanes.every((lane) => lane.name.startsWith(`${name} · `)) ? name : undefined;
}

interface LanesProps {
  lanes: readonly LaneRun[];
  actions: Props['actions'];
  onClose: () => void;
}

function Lanes({ lanes, actions, onClose }: LanesProps) {
  const scenario = useScene((state) => state.scenario);
  const divergence = useScene((state) => state.divergence);
  const lead = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  if (scenario === undefined) return null;
  const { catalog } = lead.run;
  const chosen = scenario.lanes;

  const set = (next: readonly Lane[]): void => {
    const { soloLane, focusedLane: focused } = viewStore.getState();
    // Places have moved: whoever was alone may be somebody else now.
    if (soloLane !== undefined) toggleSolo(soloLane);
    if (focused >= next.length) focusLane(next.length - 1);
    actions.setLanes(next);
  };

  return (
    <>
      <div className="compare__head">
        <h2 className="heading">Side by side</h2>
        <button type="button" className="button button--icon button--quiet" onClick={onClose}>
          <Icon name="close" />
          <span className="visually-hidden">Close</span>
        </button>
      </div>
      <ol className="compare__lanes">
        {chosen.map((lane, index) => (
          <LaneRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place; two may run the same discipline.
            key={index}
            index={index}
            lane={lane}
            lanes={chosen}
            catalog={catalog}
            onSet={set}
            onFork={() => {
              actions.forkLane(index);
              // What comes next is a change in the controls.
              onClose();
            }}
          />
        ))}
      </ol>
      <button
        type="button"
        className="button compare__add"
        aria-disabled={chosen.length >= MOST_LANES}
        title={chosen.length >= MOST_LANES ? `${MOST_LANES} lanes are the most` : undefined}
        onClick={() => {
          if (chosen.length < MOST_LANES) set([...chosen, nextLane(catalog, chosen)]);
        }}
      >
        <Icon name="plus" />
        {chosen.length >= MOST_LANES ? `${MOST_LANES} lanes are the most` : 'Add a lane'}
      </button>
      <p className="compare__hint">Same scenario, same seed. {sameTrafficHint(scenario)}</p>
      {chosen.length > 1 && <p className="compare__hint">{partingText(divergence)}</p>}
      <h2 className="heading compare__ready-title">To start from</h2>
      <ul className="compare__ready">
        {readyComparisons(catalog, scenario, lead.run.about.id).map(({ name, lanes: ready }) => (
          <li key={name}>
            <button type="button" className="picker__scene" onClick={() => set(ready)}>
              {name}
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
  catalog: Catalog;
  onSet: (lanes: readonly Lane[]) => void;
  onFork: () => void;
}

function LaneRow({ index, lane, lanes, catalog, onSet, onFork }: LaneRowProps) {
  const isAlone = useView((state) => state.soloLane === index);
  const about = catalog.disciplines.find(({ id }) => id === lane.aqm);
  const name = about?.name ?? lane.aqm;
  const replaced = (next: Lane): readonly Lane[] => lanes.map((other, at) => (at === index ? next : other));
  return (
    <li className="compare__lane" data-lane={index}>
      <span className="compare__number" aria-hidden="true">
        {index + 1}
      </span>
      <select
        className="select"
        value={lane.aqm}
        aria-label={`Discipline of lane ${index + 1}`}
        onChange={(event) => onSet(replaced({ aqm: event.target.value, params: {} }))}
      >
        {GROUPS.map(({ memory, title }) => {
          const members = catalog.disciplines.filter((candidate) => candidate.memory === memory);
          if (members.length === 0) return null;
          return (
            <optgroup key={memory} label={title}>
              {members.map(({ id, name: member, year, confidence }) => (
                <option key={id} value={id}>
                  {member} ({year}){confidence === 'low' && ' · reconstruction'}
                </option>
              ))}
            </optgroup>
          );
        })}
      </select>
      {lanes.length < MOST_LANES && (
        <button
          type="button"
          className="button button--quiet compare__fork"
          title="A copy of this lane beside it: change the copy and see where they part"
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
          <button
            type="button"
            className="button button--icon button--quiet"
            aria-pressed={isAlone}
            title={`${isAlone ? 'Show all lanes' : 'Show this lane alone'} (${index + 1})`}
            onClick={() => toggleSolo(index)}
          >
            <Icon name="alone" />
            <span className="visually-hidden">
              Show lane {index + 1}, {name}, alone
            </span>
          </button>
          <button
            type="button"
            className="button button--icon button--quiet"
            title="Remove this lane"
            onClick={() => onSet(lanes.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
            <span className="visually-hidden">
              Remove lane {index + 1}, {name}
            </span>
          </button>
        </>
      )}
      {Object.keys(lane.params).length > 0 && (
        <ul className="compare__own" aria-label="Of this lane alone">
          {ownParameters(about, lane).map(({ id, text }) => (
            <li key={id}>
              <button
                type="button"
                className="compare__chip"
                title="Take the value that all lanes share"
                onClick={() => onSet(replaced(withoutOwn(lane, id)))}
              >
                {text}
                <Icon name="close" />
                <span className="visually-hidden">: take the value that all lanes share</span>
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
  { memory: 'partial', title: 'Remember some flows' },
  { memory: 'per-flow', title: 'State for every flow' },
] as const;
