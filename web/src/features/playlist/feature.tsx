/** The playlist, loaded when somebody opens it or adds a moment. */

import { viewStore } from '../../core/page/view-store';
import type { RunBuffer } from '../../core/run/run-buffer';
import { addressOf } from '../../core/session/address';
import type { Session } from '../../core/session/session';
import { onDemand } from '../../ui/on-demand';
import type { PlaylistDialog } from './PlaylistDialog';

const Dialog = onDemand<Parameters<typeof PlaylistDialog>[0]>(
  'The playlist',
  async () => (await import('./PlaylistDialog')).PlaylistDialog,
  {
    isQuiet: true,
    wayOut: ({ onClose }) => (
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
    ),
  },
);

interface Props {
  readonly session: Session;
  readonly run: RunBuffer;
  readonly onClose: () => void;
}

export function Playlist({ session, run, onClose }: Props) {
  const present = (): void => {
    viewStore.setState({ isPresenting: true });
    void session.openMoment(0);
  };
  return (
    <Dialog
      actions={session}
      now_s={() => run.latest.scalars.now_s}
      addressOf={addressOf}
      onPresent={present}
      onClose={onClose}
    />
  );
}

/** Adds the moment on the stage to the playlist; false where no link can be made of it. */
export async function addMoment(session: Session, run: RunBuffer): Promise<boolean> {
  const { addThisMoment } = await import('./add-moment');
  return addThisMoment(session, run.latest.scalars.now_s).then(
    () => true,
    () => false,
  );
}
