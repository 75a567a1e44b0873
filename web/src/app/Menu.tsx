/** What is wanted now and then: themes, the presenter, the playlist, all disciplines, the keys. */

import { useState } from 'react';
import { togglePresenting } from '../core/page/view-store';
import { ThemeSwitch } from '../core/picker/ThemeSwitch';
import { openCatalogue } from '../core/session/address';
import { Icon, type IconName } from '../ui/Icon';
import { Popup } from '../ui/Popup';
import { useMedia } from '../ui/use-media';
import { HAS_ROOM_TO_PRESENT } from './Presenter';
import './menu.css';

interface Props {
  readonly onShowKeys: () => void;
  readonly onShowPlaylist: () => void;
  readonly onFirstMinute: () => void;
}

export function Menu({ onShowKeys, onShowPlaylist, onFirstMinute }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const hasRoomToPresent = useMedia(HAS_ROOM_TO_PRESENT);
  const content = (
    <>
      <span className="word">Menu</span>
      <Icon name="chevron" />
    </>
  );
  return (
    <Popup
      isOpen={isOpen}
      onOpen={setIsOpen}
      className="picker menu"
      button={{ className: 'button button--quiet', content }}
      list={{ className: 'picker__list menu__list', label: 'Menu' }}
    >
      {(close) => {
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
            {entry('keys', 'Keys', '?', onShowKeys)}
          </>
        );
      }}
    </Popup>
  );
}
