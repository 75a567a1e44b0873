/**
 * The playlist. Its entries can be renamed, moved, opened and deleted. The whole list can be saved as a link or a file.
 */

import { useRef, useState } from 'react';
import {
  LONGEST_TITLE,
  type Moment,
  movedMoment,
  playlistFile,
  playlistFragment,
  renamed,
  renamedMoment,
  withoutMoment,
} from '../../core/playlist/playlist';
import { takeBack, takePlaylist, usePlaylist } from '../../core/playlist/playlist-store';
import type { RunBuffer } from '../../core/run/run-buffer';
import { handOver } from '../../core/save/hand-over';
import { titledFile } from '../../core/save/titled-file';
import { noticeOf } from '../../core/scene/notices';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { Dialog } from '../../ui/Dialog';
import { Icon, type IconName } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { LinkToCopy } from '../../ui/LinkToCopy';
import { OpenFileButton } from '../../ui/OpenFileButton';
import { ProblemList } from '../../ui/ProblemList';
import { addThisMoment } from './add-moment';
import './playlist.css';

export interface PlaylistActions extends Pick<SceneActions, 'linkOf'> {
  readonly openMoment: (place: number) => Promise<void>;
  /** Replaces the playlist with the one in a file. A notice names the parts that could not be parsed. */
  readonly takeFile: (text: string) => Promise<void>;
}

interface Props {
  readonly actions: PlaylistActions;
  /** The run that the stage shows. */
  readonly run: RunBuffer;
  readonly addressOf: (fragment: string) => string;
  /** Starts the lecture in the presenter. */
  readonly onPresent: () => void;
  readonly onClose: () => void;
}

/** Length above which mail and chat programs truncate links [characters]. */
const LONG_LINK = 8_000;

/** The dialog is open while the component exists. */
export function PlaylistDialog({ actions, run, addressOf, onPresent, onClose }: Props) {
  const rows = useRef<HTMLOListElement>(null);
  const { list, at, before } = usePlaylist((state) => state);
  const bad = useScene((state) => noticeOf('bad-playlist', state));
  const [said, setSaid] = useState('');
  const { moments } = list;

  const add = (): void => {
    addThisMoment(actions, run, false).then(
      () => setSaid(`Added as moment ${moments.length + 1}.`),
      () => setSaid('This scene has no link, so it cannot be added. Share shows the reason.'),
    );
  };
  const change = (next: typeof list, words: string, position = at): void => {
    takePlaylist(next, position);
    setSaid(words);
  };
  const move = (from: number, to: number): void => {
    const position = at === from ? to : at === to ? from : at;
    change(movedMoment(list, from, to), `Moved to position ${to + 1}.`, position);
    // The moved entry keeps the focus, so that the user can move it further.
    requestFocus(rows.current, to, from < to ? 'down' : 'up');
  };
  const remove = (place: number): void => {
    const position = at === undefined || at < place ? at : at === place ? undefined : at - 1;
    change(withoutMoment(list, place), `Deleted: ${moments[place]?.title ?? ''}. Undo brings it back.`, position);
    requestFocus(rows.current, Math.min(place, moments.length - 2), 'delete');
  };

  return (
    <Dialog title="Playlist" className="playlist" onClose={onClose}>
      <p className="soft">
        Scenes and moments in the order of a lecture. In the presenter, Page Down and Page Up step through them.
      </p>
      <label className="labelled">
        Name
        <input
          key={list.name}
          className="field"
          defaultValue={list.name}
          maxLength={LONGEST_TITLE}
          onBlur={({ target }) => {
            if (target.value !== list.name) change(renamed(list, target.value), 'Renamed.');
          }}
        />
      </label>
      <ol className="playlist__moments" ref={rows} aria-label="Moments">
        {moments.map((moment, place) => (
          <Row
            // Two entries may be equal, so the key consists of the index and the title. With a new title, the row is
            // made anew and its field shows the title.
            // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal.
            key={`${place} ${moment.title}`}
            moment={moment}
            place={place}
            last={moments.length - 1}
            isHere={place === at}
            onTitle={(text) => change(renamedMoment(list, place, text), `Renamed moment ${place + 1}.`)}
            onMove={(to) => move(place, to)}
            onDelete={() => remove(place)}
            onOpen={() => {
              void actions.openMoment(place);
              onClose();
            }}
          />
        ))}
      </ol>
      {moments.length === 0 && <p>No moments yet. Go to one and add it.</p>}
      <div className="row row--end">
        <button type="button" className="button button--accent" onClick={add}>
          <Icon name="plus" />
          Add this moment
        </button>
        {before !== undefined && (
          <button
            type="button"
            className="button"
            onClick={() => {
              takeBack();
              setSaid('The previous list is back.');
            }}
          >
            <Icon name="undo" />
            Undo
          </button>
        )}
        {moments.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => {
              onClose();
              onPresent();
            }}
          >
            <Icon name="presenter" />
            Present from the start
          </button>
        )}
      </div>
      {moments.length > 0 && <LinkOfList link={addressOf(playlistFragment(list))} onSay={setSaid} />}
      <div className="row row--end">
        {moments.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() =>
              handOver(
                titledFile(list.name, 'playlist.json'),
                new Blob([playlistFile(list)], { type: 'application/json' }),
              )
            }
          >
            <Icon name="save" />
            Save as a file
          </button>
        )}
        <OpenFileButton
          accept=".json,application/json"
          onOpen={(file) =>
            void file
              .text()
              .then((text) => actions.takeFile(text))
              .then(() => setSaid('File opened. Undo brings the previous list back.'))
          }
        >
          Open a file…
        </OpenFileButton>
      </div>
      {bad !== undefined && <ProblemList className="problems" role="alert" problems={bad.problems} />}
      <p className="kept-line" role="status">
        {said}
      </p>
    </Dialog>
  );
}

interface RowProps {
  readonly moment: Moment;
  readonly place: number;
  readonly last: number;
  readonly isHere: boolean;
  readonly onTitle: (title: string) => void;
  readonly onMove: (to: number) => void;
  readonly onDelete: () => void;
  readonly onOpen: () => void;
}

function Row({ moment, place, last, isHere, onTitle, onMove, onDelete, onOpen }: RowProps) {
  const button = (does: string, icon: IconName, name: string, isOff: boolean, act: () => void) => (
    <IconButton
      icon={icon}
      name={`${name}: ${moment.title}`}
      title={name}
      className="button--quiet"
      does={does}
      isDisabled={isOff}
      keepsFocus
      onPress={act}
    />
  );
  return (
    <li data-place={place} aria-current={isHere ? 'step' : undefined}>
      <span className="playlist__number" aria-hidden="true">
        {place + 1}
      </span>
      <input
        className="field"
        aria-label={`Title of moment ${place + 1}`}
        defaultValue={moment.title}
        maxLength={LONGEST_TITLE}
        onBlur={({ target }) => {
          if (target.value !== moment.title) onTitle(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      {button('open', 'play', 'Open', false, onOpen)}
      {button('up', 'up', 'Move up', place === 0, () => onMove(place - 1))}
      {button('down', 'chevron', 'Move down', place === last, () => onMove(place + 1))}
      {button('delete', 'close', 'Delete', false, onDelete)}
    </li>
  );
}

function LinkOfList({ link, onSay }: { readonly link: string; readonly onSay: (words: string) => void }) {
  return (
    <LinkToCopy label="Link to the whole list; it opens in the presenter" link={link} onSay={onSay}>
      {link.length > LONG_LINK && (
        <p className="playlist__remark">
          The link has {link.length} characters; some programs cut such long links. A file has no limit.
        </p>
      )}
    </LinkToCopy>
  );
}

/** Focuses an entry's button after React has rendered the new list. */
function requestFocus(rows: HTMLOListElement | null, place: number, does: string): void {
  setTimeout(() => rows?.querySelector<HTMLElement>(`[data-place="${place}"] [data-does="${does}"]`)?.focus());
}
