/** A line that says whether the page can be used without a network. */

import { type Kept, useOffline } from '../../core/page/offline-store';

export function OfflineLine() {
  const { kept, newerWaits, keep } = useOffline((state) => state);
  return (
    <p className="small soft licences">
      Works offline: {inWords(kept)}
      {newerWaits && ' Reload the page for the newer version.'}
      {keep !== undefined && (
        <>
          {' '}
          <button type="button" className="button" onClick={keep}>
            Keep for offline use
          </button>
        </>
      )}
    </p>
  );
}

function inWords(kept: Kept): string {
  switch (kept.kind) {
    case 'not-yet':
      return 'not yet; the rest is loaded while a scene runs.';
    case 'unasked':
      return 'no; to save data, only what you open is loaded.';
    case 'loading':
      return `loading${kept.of > 0 ? ` ${kept.files} of ${kept.of} files` : '…'}`;
    case 'whole':
      return 'yes, with every scene, paper, formula and lesson.';
    case 'failed':
      return 'no; loading was interrupted, and the next visit tries again.';
    case 'impossible':
      return 'no; this browser does not store pages from this address.';
  }
}
