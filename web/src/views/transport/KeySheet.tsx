/** The sheet of keys. */

import { type RefObject, useId } from 'react';
import { Icon } from '../../base/Icon';

const KEYS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['Space'], does: 'Play or pause' },
  { keys: ['→'], does: 'Step one decision' },
  { keys: ['↑', '↓'], does: 'Faster, slower' },
  { keys: ['Home'], does: 'Restart' },
  { keys: ['?'], does: 'This sheet' },
  { keys: ['Tab'], does: 'To the next control; arrows inside the stage and the plots' },
  { keys: ['Esc'], does: 'Close a list, a sheet or a dialog' },
];

export function KeySheet({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const title = useId();
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={title}>
      <div className="dialog__head">
        <h2 className="dialog__title" id={title}>
          Keys
        </h2>
        <button type="button" className="button button--icon button--quiet" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          <span className="visually-hidden">Close</span>
        </button>
      </div>
      <dl className="keys">
        {KEYS.map(({ keys, does }) => (
          <div key={does} className="keys__row">
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
