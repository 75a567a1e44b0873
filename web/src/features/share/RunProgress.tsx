/** How far the lanes have run for their results, and the button that ends it; or why there are none. */

import type { Ran } from './use-results';

export function RunProgress({ ran, onStop }: { readonly ran: Ran; readonly onStop: () => void }) {
  if (ran.phase === 'failed')
    return (
      <p className="share__refusal" role="alert">
        The lanes could not be run: {ran.problem}
      </p>
    );
  if (ran.phase !== 'running') return null;
  const percent = Math.floor(ran.share * 100);
  return (
    <div className="share-run">
      <label className="share-run__way">
        Running every lane to its end
        <progress max={100} value={percent}>
          {percent} %
        </progress>
      </label>
      <button type="button" className="button" onClick={onStop}>
        Stop
      </button>
    </div>
  );
}
