/** A modal element of the browser: open as long as it exists; afterwards its opener has the focus again. */

import { type ComponentProps, useEffect, useRef } from 'react';
import { useFocusReturn } from './use-focus-return';

interface Props extends ComponentProps<'dialog'> {
  /** Escape and whatever else closes it have been used. */
  readonly onClose: () => void;
  /** It leaves the page by `onClose` alone: Escape asks for that, and does not close it before. */
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
        // A field for a file cancels, too.
        if (!waits || event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // In React it would close a dialog around it as well.
        event.stopPropagation();
        onClose();
      }}
    />
  );
}
