/** A button with a list below it. Escape, a press outside it, and moving the focus away close the list. */

import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly className?: string;
  readonly button: { readonly className: string; readonly title?: string; readonly content: ReactNode };
  readonly list?: { readonly className: string; readonly label?: string };
  /** The list's content. `close` closes the list and returns the focus to the button. */
  readonly children: (close: () => void) => ReactNode;
}

export function Popup({ isOpen, onOpen, className, button, list, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) onOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen, onOpen]);

  const close = (): void => {
    onOpen(false);
    opener.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only handles Escape and loss of focus.
    <div
      className={className}
      ref={root}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) {
          event.preventDefault();
          close();
        }
      }}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) onOpen(false);
      }}
    >
      <button
        type="button"
        ref={opener}
        className={button.className}
        title={button.title}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => onOpen(!isOpen)}
      >
        {button.content}
      </button>
      <section id={listId} className={list?.className} aria-label={list?.label} hidden={!isOpen}>
        {isOpen && children(close)}
      </section>
    </div>
  );
}
