/**
 * Popup for controls that do not fit into the transport bar: speed, steps, playing backward. The button that opens it
 * shows the speed.
 */

import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { Popup } from '../../ui/Popup';
import { PACES } from '../run/playback';
import { useScene } from '../scene/scene-store';

export function MoreOfTransport({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const choice = useScene(({ pace }) => PACES[pace]);
  const { pace } = choice ?? {};
  const brief = pace?.kind === 'decisions' ? `${pace.per_s}/s` : choice?.name;
  return (
    <Popup
      isOpen={isOpen}
      onOpen={setIsOpen}
      className="fixed transport__more"
      button={{
        className: 'button',
        title: 'Speed, steps, back',
        content: (
          <>
            <span className="visually-hidden">Speed and steps, now </span>
            <span className="small">{brief}</span>
            <Icon name="up" />
          </>
        ),
      }}
      list={{ className: 'box transport__rest', label: 'Speed and steps' }}
    >
      {() => children}
    </Popup>
  );
}
