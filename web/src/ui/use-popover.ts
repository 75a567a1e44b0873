/**
 * A part that a button opens beside itself, in the layer above the page. It closes when the user presses the button
 * again, presses outside or presses Escape, or when the button is scrolled away.
 */

import { type RefObject, useEffect } from 'react';
import { placeBeside } from './place-beside';

/** Opens an element with `popover="auto"`, which is on the page only while it is open. */
export function usePopover(
  panel: RefObject<HTMLElement | null>,
  button: RefObject<HTMLButtonElement | null>,
  onClose: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once and closes only once
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
    // The link between button and popover makes the button close it; otherwise a touch would close and reopen it. The
    // link is made after the opening click, which would otherwise close it again.
    const linking = setTimeout(() => {
      invoker.popoverTargetElement = current;
    });
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // The part around the popover stays open.
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
    // A scroll before the opening sends its event only in the next frame.
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
