/**
 * A part that a button opens beside itself, in the layer above the page. Pressing the button again, a press outside,
 * Escape, and scrolling the button away close it.
 */

import { type RefObject, useEffect } from 'react';
import { placeBeside } from './place-beside';

/** Opens an element with `popover="auto"`, which is on the page only while it is open. */
export function usePopover(
  panel: RefObject<HTMLElement | null>,
  button: RefObject<HTMLButtonElement | null>,
  onClose: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once, and closes for good
  useEffect(() => {
    const { current } = panel;
    const invoker = button.current;
    if (current === null || invoker === null) return undefined;
    const closed = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'closed') onClose();
    };
    current.addEventListener('toggle', closed);
    current.showPopover();
    placeBeside(current, invoker);
    // The link makes the button close its popover; otherwise a touch would close it and open it again. The link is made
    // after the opening click, which it would undo.
    const linking = setTimeout(() => {
      invoker.popoverTargetElement = current;
    });
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // The part around it stays open.
      event.preventDefault();
      event.stopPropagation();
      current.hidePopover();
      invoker.focus();
    };
    current.addEventListener('keydown', press);
    invoker.addEventListener('keydown', press);
    const away = (event: Event): void => {
      if (event.target instanceof Node && event.target.contains(invoker)) current.hidePopover();
    };
    // A scroll before the opening sends its event in the next frame.
    const watching = requestAnimationFrame(() => {
      document.addEventListener('scroll', away, { capture: true, passive: true });
    });
    return () => {
      cancelAnimationFrame(watching);
      current.removeEventListener('toggle', closed);
      document.removeEventListener('scroll', away, { capture: true });
      clearTimeout(linking);
      invoker.popoverTargetElement = null;
      invoker.removeEventListener('keydown', press);
    };
  }, []);
}
