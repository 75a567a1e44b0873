/** Keeps a step's title in view when the step opens. */

/**
 * Events by which the reader moves the text. After the first of them, the page no longer adjusts the title's position.
 */
const MOVES = ['pointerdown', 'wheel', 'keydown'] as const;
/** Gap between the title and the parts above it. */
const GAP_PX = 12;

/**
 * Scrolls a title into view and keeps it there until the reader acts. On a phone the stage stays above the scrolling
 * text and would cover the title. The stage's height changes when the scene of the step appears.
 */
export function keepInSight(title: HTMLElement): () => void {
  title.scrollIntoView({ block: 'nearest' });
  const main = title.closest('main');
  if (main === null) return () => undefined;
  const place = (): void => {
    const above = [...main.children].filter(
      (part) => getComputedStyle(part).position === 'sticky' && !part.contains(title),
    );
    if (above.length === 0) return title.scrollIntoView({ block: 'nearest' });
    // The title is first scrolled to the top, because only then are the parts above it in their final positions.
    title.scrollIntoView({ block: 'start' });
    const edge = Math.max(...above.map((part) => part.getBoundingClientRect().bottom));
    main.scrollBy({ top: title.getBoundingClientRect().top - edge - GAP_PX, behavior: 'instant' });
  };
  place();
  const observer = new ResizeObserver(place);
  for (const part of main.children) if (!part.contains(title)) observer.observe(part);
  const stop = (): void => {
    observer.disconnect();
    for (const move of MOVES) document.removeEventListener(move, stop, { capture: true });
  };
  for (const move of MOVES) document.addEventListener(move, stop, { capture: true });
  return stop;
}
