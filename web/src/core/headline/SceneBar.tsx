/** The scene's title and lesson sentence, beside the selectors for its discipline and for disciplines to compare. */

import type { ReactNode } from 'react';
import { IconButton } from '../../ui/IconButton';
import { isChangedScene } from '../experiment/scene-lanes';
import type { LaneRun } from '../run/lanes';
import { useRun } from '../run/use-run';
import { SaveMenu } from '../save/SaveMenu';
import { type SceneActions, useScene } from '../scene/scene-store';
import { moralOf } from './moral';
import './scene-bar.css';

interface Props {
  /** The explained lane. */
  readonly lead: LaneRun;
  /** All lanes, whose results can be saved. */
  readonly lanes: readonly LaneRun[];
  readonly actions: Pick<SceneActions, 'undo' | 'redo' | 'results' | 'linkOf'>;
  /** The title. It is a button that opens the list of scenes. */
  readonly picker: ReactNode;
  readonly canSave: boolean;
  /** True if the bar shows the lesson of the scene: one sentence on what the scene shows. */
  readonly hasMoral: boolean;
  /** Choice of disciplines. */
  readonly children: ReactNode;
}

export function SceneBar({ lead, lanes, actions, picker, canSave, hasMoral, children }: Props) {
  useRun(lead.run);
  const preset = useScene((state) => state.preset);
  const scenario = useScene((state) => state.scenario);
  const isChanged = preset !== undefined && scenario !== undefined && isChangedScene(scenario, preset.scenario);
  return (
    <section className="scene-bar" aria-label="Scene">
      <div className="row row--tight scene-bar__title">
        {picker}
        {isChanged && (
          <span className="badge fixed" title="The title and description are those of the original scene">
            changed
          </span>
        )}
      </div>
      {hasMoral && <p className="soft scene-bar__moral">{moralOf(preset, lanes, lead)}</p>}
      <div className="row row--tight scene-bar__rules">
        {children}
        <Tools lanes={lanes} actions={actions} canSave={canSave} />
      </div>
    </section>
  );
}

function Tools({ lanes, actions, canSave }: Pick<Props, 'lanes' | 'actions'> & { readonly canSave: boolean }) {
  const canUndo = useScene((state) => state.canUndo);
  const canRedo = useScene((state) => state.canRedo);
  const saved = (what: 'lanes' | 'flows') => async () => (await savedResults()).resultsTable(what, lanes, actions);
  return (
    <>
      {(canUndo || canRedo) && (
        <>
          <IconButton
            icon="undo"
            name="Undo"
            keyName="Ctrl+Z"
            className="button--quiet fixed"
            isDisabled={!canUndo}
            keepsFocus
            onPress={() => actions.undo()}
          />
          <IconButton
            icon="redo"
            name="Redo"
            keyName="Ctrl+Shift+Z"
            className="button--quiet fixed"
            isDisabled={!canRedo}
            keepsFocus
            onPress={() => actions.redo()}
          />
        </>
      )}
      {canSave && (
        <SaveMenu
          title="Results up to now"
          table={[
            { title: 'Lanes', make: saved('lanes') },
            { title: 'Flows', make: saved('flows') },
          ]}
          json={async () => (await savedResults()).resultsJson(actions)}
        />
      )}
    </>
  );
}

const savedResults = () => import('./saved-results');
