/** The contents of the menu: themes, presenter, playlist, all disciplines, documentation, keyboard shortcuts. */

import { togglePresenting } from '../core/page/view-store';
import { ThemeSwitch } from '../core/picker/ThemeSwitch';
import { openCatalogue } from '../core/session/address';
import { Icon, type IconName } from '../ui/Icon';
import { useMedia } from '../ui/use-media';
import type { MenuProps } from './Menu';
import { HAS_ROOM_TO_PRESENT } from './Presenter';

interface Props extends MenuProps {
  readonly close: () => void;
}

export function MenuList({ close, onShowKeys, onShowPlaylist, onFirstMinute }: Props) {
  const hasRoomToPresent = useMedia(HAS_ROOM_TO_PRESENT);
  const entry = (icon: IconName, name: string, key: string | undefined, act: () => void) => (
    <button
      type="button"
      className="bare row row--tight gap-3 menu__entry"
      onClick={() => {
        close();
        act();
      }}
    >
      <Icon name={icon} />
      <span className="grow">{name}</span>
      {key !== undefined && (
        <span className="soft mono" aria-hidden="true">
          {key}
        </span>
      )}
    </button>
  );
  return (
    <>
      <ThemeSwitch />
      {hasRoomToPresent && entry('presenter', 'Presenter', 'p', togglePresenting)}
      {entry('lanes', 'Playlist', 'l', onShowPlaylist)}
      {entry('catalogue', 'All disciplines', 'a', () => openCatalogue())}
      {entry('help', 'Introduction', undefined, onFirstMinute)}
      {/* Only the published lab has the documentation beside it; the single-file lab and the start page of `npm
          start` do not. */}
      {import.meta.env.MODE === 'production' && (
        <a
          className="row row--tight gap-3 menu__entry clear"
          href="docs/index.html"
          target="_blank"
          rel="noreferrer"
          onClick={close}
        >
          <Icon name="book" />
          <span className="grow">Documentation</span>
        </a>
      )}
      {entry('keys', 'Keys', '?', onShowKeys)}
    </>
  );
}
