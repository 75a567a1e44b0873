/** Reports whether the frame can be seen: in sight on the page that holds it, which is in front. */

export function followSight(tell: (isSeen: boolean) => void): void {
  let isOnScreen = false;
  const look = (): void => tell(isOnScreen && document.visibilityState === 'visible');
  // An observer without a root measures against the window of the outermost page, also across origins.
  new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? isOnScreen;
    look();
  }).observe(document.documentElement);
  document.addEventListener('visibilitychange', look);
}
