/** The playlist, loaded when somebody opens it or adds a moment. */

import { lazy } from 'react';
import type { RunBuffer } from '../run/run-buffer';
import type { Session } from '../session/session';
import { viewStore } from '../store/view-store';
import { addressOf } from './address';
import { Lazy } from './Lazy';

const PlaylistDialog = lazy(() =>
  import('../views/playlist/PlaylistDialog').then((module) => ({ default: module.PlaylistDialog })),
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
    <Lazy what="The playlist" isQuiet>
      <PlaylistDialog
        actions={session}
        now_s={() => run.latest.scalars.now_s}
        addressOf={addressOf}
        onPresent={present}
        onClose={onClose}
      />
    </Lazy>
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
