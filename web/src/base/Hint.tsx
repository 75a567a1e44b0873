/**
 * Something with an explanation: a note that appears under the pointer, on focus or by a tap, stays while it is pointed
 * at, and goes with Escape. It lies above everything, so that no panel cuts it off.
 */

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import './hint.css';

interface Props {
  readonly note: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The pointer may cross the gap to the note within this time [ms]. */
const LINGER_MS = 180;
/** From the edges of the window, and from what it explains [px]. */
const GAP = 6;

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
      // What it explains may be carried off from under it.
      away.current = ({ target }) => {
        if (target instanceof Node && target.contains(button.current)) hide();
      };
      document.addEventListener('scroll', away.current, { capture: true, passive: true });
    }
    place(bubble.current, button.current.getBoundingClientRect());
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen.current) return;
    // The sheet that it stands in stays.
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
        className={`hint__button ${className}`}
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onClick={(event) => {
          // Not every browser gives a button the focus that it will lose when something else is touched.
          event.currentTarget.focus();
          show();
        }}
        onKeyDown={press}
      >
        {children}
      </button>
      <span ref={bubble} id={id} className="hint__note" popover="manual" role="tooltip">
        {note}
      </span>
    </span>
  );
}

/** Below what it explains, above where there is no room; never beyond the window. */
function place(bubble: HTMLElement, anchor: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(anchor.left, window.innerWidth - width - GAP));
  const below = anchor.bottom + GAP;
  const top = below + height > window.innerHeight - GAP ? Math.max(GAP, anchor.top - height - GAP) : below;
  bubble.style.left = `${Math.round(left)}px`;
  bubble.style.top = `${Math.round(top)}px`;
}
