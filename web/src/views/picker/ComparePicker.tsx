/** Up to four lanes on the same scenario and seed: disciplines, or one discipline with other parameters. */

import { useEffect, useId, useRef } from 'react';
import { Icon } from '../../base/Icon';
import { LaneSwatch } from '../../base/LaneSwatch';
import { onDemand } from '../../base/on-demand';
import type { LaneRun } from '../../run/lanes';
import type { SceneActions } from '../../store/scene-store';
import './compare.css';

/** Loaded when the list is opened. */
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
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) onOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
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
        {isOpen && <CompareLanes lanes={lanes} actions={actions} onClose={close} />}
      </section>
    </div>
  );
}

/** The name that all lanes begin with when they run one discipline: said once. */
function commonDiscipline(lanes: readonly LaneRun[]): string | undefined {
  const name = lanes[0]?.run.about.name;
  return name !== undefined && lanes.every((lane) => lane.name.startsWith(`${name} · `)) ? name : undefined;
}
