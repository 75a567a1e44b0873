/** A modal dialog: open as long as it is there; afterwards the focus is back on what opened it. */

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './Icon';
import { useFocusReturn } from './use-focus-return';

interface Props {
  /** Its name; also its heading, unless the content brings one. */
  readonly title: string;
  /** The close button, Escape and whatever else closes it have been used. */
  readonly onClose: () => void;
  /** Class of the dialog, beside its own. */
  readonly className?: string;
  /** `title`: a heading without a close button, where every way out is a choice. `own`: the content brings both. */
  readonly head?: 'closable' | 'title' | 'own';
  /** Fills the window like a page of its own, and is closed by `onClose` alone. */
  readonly isOverLab?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, className = '', head = 'closable', isOverLab = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useFocusReturn();
  useEffect(() => dialog.current?.showModal(), []);
  const heading = (
    <h2 className="dialog__title" id={titleId}>
      {title}
    </h2>
  );
  return (
    <dialog
      ref={dialog}
      className={`${isOverLab ? 'over-lab' : 'dialog'} ${className}`.trim()}
      {...(head === 'own' ? { 'aria-label': title } : { 'aria-labelledby': titleId })}
      onCancel={(event) => {
        // A field for a file cancels, too.
        if (!isOverLab || event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // In React it would close a dialog around it as well.
        event.stopPropagation();
        onClose();
      }}
    >
      {head === 'title' && heading}
      {head === 'closable' && (
        <div className="row row--tight row--spread gap-3 dialog__head">
          {heading}
          <CloseButton className="button--quiet" />
        </div>
      )}
      {children}
    </dialog>
  );
}

interface CloseButtonProps {
  readonly className?: string;
  readonly title?: string;
}

/** Closes the dialog that it stands in. */
export function CloseButton({ className = '', title }: CloseButtonProps) {
  return (
    <button
      type="button"
      className={`button button--icon ${className}`.trim()}
      title={title}
      onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
    >
      <Icon name="close" />
      <span className="visually-hidden">Close</span>
    </button>
  );
}
