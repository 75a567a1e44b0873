/**
 * Reports whether the frame can be seen. It must be in sight on the page that holds it, and this page must be in front.
 */

export function followSight(tell: (isSeen: boolean) => void): void {
  let isOnScreen = false;
  const look = (): void => tell(isOnScreen && document.visibilityState === 'visible');
  // Without a root, the observer measures against the window of the outermost page, even across origins.
  new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? isOnScreen;
    look();
  }).observe(document.documentElement);
  document.addEventListener('visibilitychange', look);
}
