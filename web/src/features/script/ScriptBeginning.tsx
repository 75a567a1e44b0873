/** The panel before the first script: a choice of initial scripts, and of the lane for the script. */

import { useState } from 'react';
import { problemText } from '../../base/problem-text';
import { focusLane } from '../../core/page/view-store';
import { type LaneRun, MOST_LANES } from '../../core/run/lanes';
import type { ScriptActions } from '../../core/scene/script-store';
import { FIRST_START, StartList } from './StartList';
import { useScriptTexts } from './use-script-texts';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly focused: LaneRun;
  readonly actions: Pick<ScriptActions, 'scriptTexts' | 'writeScript'>;
}

export function ScriptBeginning({ lanes, focused, actions }: Props) {
  const { texts, problem } = useScriptTexts(actions);
  const [chosen, setChosen] = useState(FIRST_START);
  const [state, setState] = useState<'waits' | 'writes' | { readonly problem: string }>('waits');
  const isFull = lanes.length >= MOST_LANES;
  const begin = async (): Promise<void> => {
    const text = texts?.starts.find(({ id }) => id === chosen)?.text;
    if (text === undefined) return;
    const lane = isFull ? focused.index : lanes.length;
    setState('writes');
    try {
      await actions.writeScript(lane, text);
      focusLane(lane);
    } catch (problem) {
      setState({ problem: problemText(problem) });
    }
  };
  return (
    <div className="script-beginning">
      <div className="script-beginning__words stack gap-3">
        <h3 className="title strong">Write your own algorithm</h3>
        <p className="soft">
          A short script decides about every packet, beside the other lanes and on the same traffic. Start from a
          working script and change it while it runs.
        </p>
        <div className="script-beginning__go row">
          <button
            type="button"
            className="button button--accent"
            disabled={texts === undefined || state === 'writes'}
            onClick={() => void begin()}
          >
            {isFull ? `Replace ${focused.name} with it` : 'Add it as a new lane'}
          </button>
          <p role="status">
            {state === 'writes' ? 'Adding it…' : typeof state === 'object' && `It could not be added: ${state.problem}`}
          </p>
        </div>
      </div>
      {texts === undefined ? (
        <p className="soft" role="status">
          {problem ?? 'Loading the scripts…'}
        </p>
      ) : (
        <StartList starts={texts.starts} chosen={chosen} onChoose={setChosen} />
      )}
    </div>
  );
}
