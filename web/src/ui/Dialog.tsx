/** A box over the page: its name as a heading, a close button, and its content. */

import { type ReactNode, useId } from 'react';
import { Icon } from './Icon';
import { Modal } from './Modal';

interface Props {
  /** Its name; also its heading, unless the content brings one. */
  readonly title: string;
  /** The close button, Escape and whatever else closes it have been used. */
  readonly onClose: () => void;
  /** Class of the dialog, beside its own. */
  readonly className?: string;
  /** `title`: a heading without a close button, where every way out is a choice. `own`: the content brings both. */
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

/** Closes the dialog around it. */
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
