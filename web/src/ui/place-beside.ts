/**
 * Places an element beside the button that opens it: below, or above if there is no room below, and inside the window.
 */

const GAP = 4;
const MARGIN = 8;

export function placeBeside(panel: HTMLElement, button: HTMLElement): void {
  const anchor = button.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const left = Math.max(MARGIN, Math.min(innerWidth - width - MARGIN, anchor.right - width));
  const below = anchor.bottom + GAP;
  const top = below + height + MARGIN <= innerHeight ? below : Math.max(MARGIN, anchor.top - GAP - height);
  panel.style.left = `${Math.round(left)}px`;
  panel.style.top = `${Math.round(top)}px`;
}
