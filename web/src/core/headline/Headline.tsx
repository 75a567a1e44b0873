/**
 * What the scene is called, what it teaches and the rule of its discipline, a line each above the lab; beside them what takes
 * changes back. Where there is little room the lines end early, and open on request.
 */

import { useState } from 'react';
import { Icon, type IconName } from '../../ui/Icon';
import { Terms } from '../../ui/Terms';
import { isChangedScene } from '../experiment/scene-lanes';
import type { LaneRun } from '../run/lanes';
import { useRun } from '../run/use-run';
import { SaveMenu } from '../save/SaveMenu';
import { type SceneActions, useScene } from '../scene/scene-store';
import './headline.css';

interface Props {
  /** The lane whose rule is told. */
  readonly lane: LaneRun;
  /** All lanes, whose results are saved. */
  readonly lanes: readonly LaneRun[];
  readonly actions: Pick<SceneActions, 'undo' | 'redo' | 'results' | 'linkOf'>;
  /** Calls the explanation of the first scene back. */
  readonly onFirstMinute: () => void;
}

export function Headline({ lane, lanes, actions, onFirstMinute }: Props) {
  useRun(lane.run);
  const preset = useScene((state) => state.preset);
  const scenario = useScene((state) => state.scenario);
  const canUndo = useScene((state) => state.canUndo);
  const canRedo = useScene((state) => state.canRedo);
  const [isOpen, setIsOpen] = useState(false);
  const { about } = lane.run;
  const isChanged = preset !== undefined && scenario !== undefined && isChangedScene(scenario, preset.scenario);
  const saved = (what: 'lanes' | 'flows') => async () => (await savedResults()).resultsTable(what, lanes, actions);
  return (
    <section className="row row--tight gap-1 headline" aria-label="Scene" data-open={isOpen || undefined}>
      <div className="grow" id="headline">
        <p className="one-line soft headline__line">
          <strong className="clear strong">{preset?.scenario.title ?? scenario?.title}</strong>
          {isChanged && (
            <span className="badge" title="The title and the lesson are those of the scene as it came">
              changed
            </span>
          )}{' '}
          {preset !== undefined && <Terms text={preset.lesson} />}
        </p>
        <p className="one-line soft headline__line headline__rule">
          <strong className="clear strong">{lane.name}</strong> <Terms text={about.idea} />
        </p>
      </div>
      <button
        type="button"
        className="button button--icon button--quiet fixed headline__more"
        aria-expanded={isOpen}
        aria-controls="headline"
        title={isOpen ? 'One line each' : 'All of it'}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="chevron" />
        <span className="visually-hidden">Lesson and rule in full</span>
      </button>
      <Small icon="undo" name="Undo" keys="Ctrl+Z" isDisabled={!canUndo} onPress={() => actions.undo()} />
      <Small icon="redo" name="Redo" keys="Ctrl+Shift+Z" isDisabled={!canRedo} onPress={() => actions.redo()} />
      <SaveMenu
        title="Results up to now"
        table={[
          { title: 'Lanes', make: saved('lanes') },
          { title: 'Flows', make: saved('flows') },
        ]}
        json={async () => (await savedResults()).resultsJson(actions)}
      />
      <Small icon="help" name="The first minute" onPress={onFirstMinute} />
    </section>
  );
}

const savedResults = () => import('./saved-results');

interface SmallProps {
  readonly icon: IconName;
  readonly name: string;
  readonly keys?: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

function Small({ icon, name, keys, isDisabled = false, onPress }: SmallProps) {
  return (
    <button
      type="button"
      className="button button--icon button--quiet fixed"
      title={keys === undefined ? name : `${name} (${keys})`}
      // Not `disabled`: the focus must not be lost with the last change.
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onPress()}
    >
      <Icon name={icon} />
      <span className="visually-hidden">{name}</span>
    </button>
  );
}
