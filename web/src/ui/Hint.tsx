/**
 * A word or control with an explanation in a note. The note appears on hover, focus or tap, stays while the pointer is
 * on it, and closes on Escape. It is on top of all panels, so that no panel cuts it off.
 */

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { placeNote } from './hint-place';
import './hint.css';

interface Props {
  readonly note: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Time within which the pointer may move from the word to the note [ms]. */
const LINGER_MS = 180;

export function Hint({ note, className = '', children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const isOpen = useRef(false);
  const away = useRef<(event: Event) => void>(() => {});
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = (): void => {
    clearTimeout(leaving.current);
    document.removeEventListener('scroll', away.current, { capture: true });
    if (isOpen.current) bubble.current?.hidePopover?.();
    isOpen.current = false;
  };
  const show = (): void => {
    clearTimeout(leaving.current);
    if (button.current === null || bubble.current === null) return;
    if (!isOpen.current) {
      isOpen.current = true;
      bubble.current.showPopover?.();
      // The note closes when scrolling moves the explained word away from it.
      away.current = ({ target }) => {
        if (target instanceof Node && target.contains(button.current)) hide();
      };
      document.addEventListener('scroll', away.current, { capture: true, passive: true });
    }
    place(bubble.current, button.current);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen.current) return;
    // Escape closes only the note, not the sheet around it.
    event.preventDefault();
    hide();
  };
  useEffect(
    () => () => {
      clearTimeout(leaving.current);
      document.removeEventListener('scroll', away.current, { capture: true });
    },
    [],
  );

  return (
    <span
      className="hint"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
      onPointerLeave={() => {
        clearTimeout(leaving.current);
        if (document.activeElement !== button.current) leaving.current = setTimeout(hide, LINGER_MS);
      }}
    >
      <button
        type="button"
        ref={button}
        className={`bare hint__button ${className}`}
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onClick={(event) => {
          // Some browsers do not focus a pressed button. The button is focused here, because losing the focus closes
          // the note.
          event.currentTarget.focus();
          show();
        }}
        onKeyDown={press}
      >
        {children}
      </button>
      <span ref={bubble} id={id} className="bubble hint__note" popover="manual" role="tooltip">
        {note}
      </span>
    </span>
  );
}

/**
 * Places the note beside its word. It avoids elements with `data-keep-clear`: pictures and controls that the user looks
 * at while reading. The element around the word may be covered.
 */
function place(bubble: HTMLElement, button: HTMLElement): void {
  const { innerWidth: width, innerHeight: height } = window;
  const keptClear = [...document.querySelectorAll('[data-keep-clear]')]
    .filter((element) => !element.contains(button))
    .map((element) => element.getBoundingClientRect());
  const { left, top } = placeNote(
    bubble.getBoundingClientRect(),
    button.getBoundingClientRect(),
    { width, height },
    keptClear,
  );
  bubble.style.left = `${Math.round(left)}px`;
  bubble.style.top = `${Math.round(top)}px`;
}
