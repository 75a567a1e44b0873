/** The sheet of keys, loaded when somebody opens it. */

import { onDemand } from '../../ui/on-demand';

export const Keys = onDemand<{ onClose: () => void; onFirstMinute: () => void }>(
  'The sheet of keys',
  async () => (await import('./KeySheet')).KeySheet,
  {
    isQuiet: true,
    wayOut: ({ onClose }) => (
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
    ),
  },
);
