/**
 * An element that a button opens beside itself, in the top layer. It closes when the user presses the button again,
 * presses outside it or presses Escape, or when the button is scrolled out of view.
 */

import { type RefObject, useEffect } from 'react';
import { placeBeside } from './place-beside';

/** Controls an element with `popover="auto"`, which exists only while it is open. */
export function usePopover(
  panel: RefObject<HTMLElement | null>,
  button: RefObject<HTMLButtonElement | null>,
  onClose: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part opens once and closes once
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
    // Linking the button to the popover lets the button close it; without the link, a touch would close it and open it
    // again. The link is made after the opening click, which would otherwise close the popover.
    const linking = setTimeout(() => {
      invoker.popoverTargetElement = current;
    });
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // Escape closes only the popover, not the dialog or panel around it.
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
    // If the page was scrolled before the popover opened, the scroll event arrives only in the next frame.
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
