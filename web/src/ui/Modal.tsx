/**
 * A native modal dialog that is open while the component exists. Afterwards the focus returns to the element that
 * opened it.
 */

import { type ComponentProps, useEffect, useRef } from 'react';
import { useFocusReturn } from './use-focus-return';

interface Props extends ComponentProps<'dialog'> {
  /** Called when the user closes the element by Escape or in another way. */
  readonly onClose: () => void;
  /** True if only `onClose` removes the element. Escape then calls `onClose` without closing the element first. */
  readonly waits?: boolean;
}

export function Modal({ onClose, waits = false, ...props }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useFocusReturn();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      {...props}
      onCancel={(event) => {
        // A file input inside also sends `cancel`, which is ignored.
        if (!waits || event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // Otherwise React would also pass the event to an enclosing dialog.
        event.stopPropagation();
        onClose();
      }}
    />
  );
}
