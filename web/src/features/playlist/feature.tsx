/** The playlist, loaded when the user opens it or adds an entry. */

import { viewStore } from '../../core/page/view-store';
import type { RunBuffer } from '../../core/run/run-buffer';
import { addressOf } from '../../core/session/address';
import type { Feature } from '../../core/session/feature';
import { isPlaylistFragment } from '../../core/session/fragments';
import type { Session } from '../../core/session/session';
import { onDemand } from '../../ui/on-demand';
import type { PlaylistDialog } from './PlaylistDialog';

export const PLAYLIST: Feature = {
  id: 'playlist',
  address: {
    names: isPlaylistFragment,
    parse: async (fragment, parser) => (await import('./playlists')).parsePlaylist(fragment, parser),
  },
  file: {
    holds: (text) => /^[\s\uFEFF]*\{\s*"chokepoint_playlist"/.test(text),
    take: async (text, inside) => (await import('./playlists')).takePlaylistFile(text, inside),
  },
};

const Dialog = onDemand<Parameters<typeof PlaylistDialog>[0]>(
  'The playlist',
  async () => (await import('./PlaylistDialog')).PlaylistDialog,
  {
    isQuiet: true,
    wayOut: ({ onClose }) => ({ name: 'Close', leave: onClose }),
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
    void openMoment(session, 0);
  };
  return (
    <Dialog
      actions={{
        linkOf: (withMoment) => session.linkOf(withMoment),
        openMoment: (place) => openMoment(session, place),
        takeFile: async (text) => void (await (await import('./playlists')).takePlaylistFile(text, session.inside)),
      }}
      run={run}
      addressOf={addressOf}
      onPresent={present}
      onClose={onClose}
    />
  );
}

export async function openMoment(session: Session, place: number): Promise<void> {
  return (await import('./playlists')).openMoment(session.inside, place);
}

/**
 * Adds the displayed scene and time to the playlist. False if the scene has no link. `isQuiet` is true if the playlist
 * is hidden. A notice then confirms the addition.
 */
export async function addMoment(session: Session, run: RunBuffer, isQuiet: boolean): Promise<boolean> {
  const { addThisMoment } = await import('./add-moment');
  return addThisMoment(session, run, isQuiet).then(
    () => true,
    () => false,
  );
}
