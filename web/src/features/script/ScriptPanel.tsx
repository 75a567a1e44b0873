/** A queue discipline written by the user: the editor for a script's lane, or the start of a first script. */

import { useView } from '../../core/page/view-store';
import { focusedLane, type LaneRun } from '../../core/run/lanes';
import { useRun } from '../../core/run/use-run';
import type { SceneActions } from '../../core/scene/scene-store';
import type { ScriptActions } from '../../core/scene/script-store';
import { ScriptBeginning } from './ScriptBeginning';
import { ScriptWorkbench } from './ScriptWorkbench';
import { editedLane } from './script-lane';
import './script.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: ScriptActions & Pick<SceneActions, 'seek'>;
}

export function ScriptPanel({ lanes, actions }: Props) {
  const focused = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  useRun(focused.run);
  const edited = editedLane(lanes, focused.index);
  return (
    <section className="script column" aria-label="Script">
      <h2 className="visually-hidden">Script</h2>
      {edited === undefined ? (
        <ScriptBeginning lanes={lanes} focused={focused} actions={actions} />
      ) : (
        <ScriptWorkbench key={`${edited.index}`} lane={edited} actions={actions} />
      )}
    </section>
  );
}
