/** The playlist, loaded when somebody opens it or adds a moment. */

import { onDemand } from '../base/on-demand';
import type { RunBuffer } from '../run/run-buffer';
import type { Session } from '../session/session';
import { viewStore } from '../store/view-store';
import type { PlaylistDialog } from '../views/playlist/PlaylistDialog';
import { addressOf } from './address';

const Dialog = onDemand<Parameters<typeof PlaylistDialog>[0]>(
  'The playlist',
  async () => (await import('../views/playlist/PlaylistDialog')).PlaylistDialog,
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
  const { addThisMoment } = await import('../views/playlist/add-moment');
  return addThisMoment(session, run.latest.scalars.now_s).then(
    () => true,
    () => false,
  );
}
