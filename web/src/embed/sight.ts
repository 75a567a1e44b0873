/** The frame's visibility: it is in sight on the page that holds it, and that page is in front. */

export function followSight(tell: (isSeen: boolean) => void): void {
  let isOnScreen = false;
  const look = (): void => tell(isOnScreen && document.visibilityState === 'visible');
  // Without a root of its own it asks for the window of the outermost page, also across origins.
  new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? isOnScreen;
    look();
  }).observe(document.documentElement);
  document.addEventListener('visibilitychange', look);
}
