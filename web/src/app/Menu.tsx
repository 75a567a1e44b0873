/** A button that opens a menu of rarely used commands. */

import { useState } from 'react';
import { Icon } from '../ui/Icon';
import { Popup } from '../ui/Popup';
import { MenuList } from './AroundTheStage';
import './menu.css';

export interface MenuProps {
  readonly onShowKeys: () => void;
  readonly onShowPlaylist: () => void;
  readonly onFirstMinute: () => void;
}

export function Menu(props: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
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
      {(close) => <MenuList {...props} close={close} />}
    </Popup>
  );
}
