/**
 * The area below the editor: the text's status, its problem or where it stopped, and the meaning of the name at the
 * cursor.
 */

import { formatTime } from '../../base/format';
import type { ScriptStop } from '../../core/border/script';
import type { Help } from './script-help';
import type { WriterState } from './script-writer';

interface Props {
  readonly state: WriterState;
  readonly stop: ScriptStop | undefined;
  readonly help: Help | undefined;
  /** True if the lane runs the text in the editor. */
  readonly isTaken: boolean;
  /** The problem with an opened file, in words. */
  readonly trouble: string | undefined;
  readonly onGoTo: (line: number, column: number) => void;
  readonly onSeek: (at_s: number) => void;
}

/** Maximum number of values listed for the line at which a script stopped. */
const MOST_VALUES = 8;

export function ScriptFoot({ state, stop, isTaken, help, trouble, onGoTo, onSeek }: Props) {
  const isStopped = state.kind === 'runs' && isTaken && stop !== undefined;
  return (
    <div className="script-foot soft small line-above">
      <div className="script-foot__state row row--tight">
        <p className="grow" role="status">
          {trouble ?? (isStopped ? <Stopped stop={stop} /> : <State state={state} isTaken={isTaken} />)}
        </p>
        {state.kind === 'wrong' && (
          <button
            type="button"
            className="small-button"
            onClick={() => onGoTo(state.problem.line, state.problem.column)}
          >
            Go there
          </button>
        )}
        {isStopped && (
          <button type="button" className="small-button" onClick={() => onSeek(stop.at_s)}>
            Go to that time
          </button>
        )}
      </div>
      <p className="script-foot__help">
        {help !== undefined && (
          <>
            <code className="clear breakable">{help.head}</code> {help.meaning}
          </>
        )}
      </p>
    </div>
  );
}

function State({ state, isTaken }: Pick<Props, 'state' | 'isTaken'>) {
  switch (state.kind) {
    case 'runs':
      return isTaken ? 'This text runs.' : 'The lane does not run this text yet.';
    case 'waits':
      return 'Runs when you stop typing…';
    case 'wrong': {
      const { line, column, problem } = state.problem;
      return (
        <>
          <strong className="wrong">
            Line {line}, column {column}:
          </strong>{' '}
          {sentence(problem)} <span className="soft">The last version without errors is still running.</span>
        </>
      );
    }
    case 'failed':
      return `The lane could not take it: ${state.reason}`;
  }
}

/** The problem with one full stop at its end, unless it ends in "…" or other punctuation. */
function sentence(problem: string): string {
  return /[.…!?]$/.test(problem) ? problem : `${problem}.`;
}

function Stopped({ stop }: { readonly stop: ScriptStop }) {
  const { line, column, problem, at_s, packet, values, silent_s } = stop;
  if (silent_s !== undefined)
    return (
      <>
        <strong className="wrong">Stopped at {formatTime(at_s)}:</strong> {sentence(problem)}
      </>
    );
  return (
    <>
      <strong className="wrong">
        Stopped at {formatTime(at_s)}
        {packet !== undefined && `, packet ${packet}`}, line {line}, column {column}:
      </strong>{' '}
      {sentence(problem)}{' '}
      {values.length > 0 && (
        <span className="mono breakable">
          {values
            .slice(0, MOST_VALUES)
            .map(([name, value]) => `${name} = ${value}`)
            .join(', ')}
        </span>
      )}
    </>
  );
}
