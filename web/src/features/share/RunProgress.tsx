/** The progress of the runs behind the results, with a button to stop them, or the reason why there are no results. */

import { Progress } from '../../ui/Progress';
import type { Ran } from './use-results';

export function RunProgress({ ran, onStop }: { readonly ran: Ran; readonly onStop: () => void }) {
  if (ran.phase === 'failed')
    return (
      <p className="problems" role="alert">
        The lanes could not be run: {ran.problem}
      </p>
    );
  if (ran.phase !== 'running') return null;
  return (
    <div className="share-run row row--tight gap-3">
      <Progress done={ran.share} total={1} name="Running every lane to its end">
        Running every lane to its end
      </Progress>
      <button type="button" className="button" onClick={onStop}>
        Stop
      </button>
    </div>
  );
}
