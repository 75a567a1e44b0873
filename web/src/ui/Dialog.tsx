/** A window on top of the page, with a title, a close button and content. */

import { type ReactNode, useId } from 'react';
import { IconButton } from './IconButton';
import { Modal } from './Modal';

interface Props {
  /** The dialog's name, also used as its heading unless the content has one. */
  readonly title: string;
  /** Called when the user closes the dialog by the button, by Escape or in another way. */
  readonly onClose: () => void;
  /** CSS class in addition to the dialog's own. */
  readonly className?: string;
  /**
   * `title`: a heading without a close button, for dialogs in which every button is a choice. `own`: the content has
   * its own heading and close button.
   */
  readonly head?: 'closable' | 'title' | 'own';
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, className = '', head = 'closable', children }: Props) {
  const titleId = useId();
  const heading = (
    <h2 className="dialog__title" id={titleId}>
      {title}
    </h2>
  );
  return (
    <Modal
      className={`dialog ${className}`.trim()}
      {...(head === 'own' ? { 'aria-label': title } : { 'aria-labelledby': titleId })}
      onClose={onClose}
    >
      {head === 'title' && heading}
      {head === 'closable' && (
        <div className="row row--tight row--spread gap-3 dialog__head">
          {heading}
          <CloseButton className="button--quiet" />
        </div>
      )}
      {children}
    </Modal>
  );
}

interface CloseButtonProps {
  readonly className?: string;
  readonly title?: string;
}

/** A button that closes the dialog around it. */
export function CloseButton({ className = '', title }: CloseButtonProps) {
  return (
    <IconButton
      icon="close"
      name="Close"
      title={title}
      className={className}
      onPress={(button) => button.closest('dialog')?.close()}
    />
  );
}
