/**
 * Reports whether the frame is visible: it must be in view on the page that contains it, and that page must not be
 * hidden.
 */

export function followSight(onChange: (isSeen: boolean) => void): void {
  let isOnScreen = false;
  const look = (): void => onChange(isOnScreen && document.visibilityState === 'visible');
  // Without a root, the observer uses the viewport of the outermost page, even across origins.
  new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? isOnScreen;
    look();
  }).observe(document.documentElement);
  document.addEventListener('visibilitychange', look);
}
