/**
 * A part that a button opens beside itself, in the layer above the page. Another press of the button, a press outside,
 * Escape and scrolling the button away close it.
 */

import { type RefObject, useEffect } from 'react';
import { placeBeside } from './place-beside';

/** For an element with `popover="auto"` that is on the page as long as it is open. */
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
    // The button closes its popover: without this link, closing by touching it would open it again. Not within the
    // very click that opens, which would close it.
    const linking = setTimeout(() => {
      invoker.popoverTargetElement = current;
    });
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // The part around it stays.
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
    // A scroll from before it opened sends its event in the next frame.
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
