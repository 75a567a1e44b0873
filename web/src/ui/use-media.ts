import { useCallback, useRef, useSyncExternalStore } from 'react';

/**
 * Below this width the side panels are sheets: on phones, on tablets, or on a zoomed page. The style sheets contain the
 * same number.
 */
export const NARROW = '(max-width: 960px)';

/** Below this width tables become lists. */
export const PHONE = '(max-width: 760px)';

/**
 * Below this width, that of a phone in portrait, the transport has one row. The style sheets contain the same number.
 */
export const POCKET = '(max-width: 600px)';

/** True while a media query matches. The component renders again at each change, except for printing. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  const last = useRef(false);
  return useSyncExternalStore(subscribe, () => {
    // While the page is printed, the previous result of the query remains. A sheet of paper is as wide as a tablet, so
    // the panels would otherwise be laid out again and be empty on paper.
    if (!window.matchMedia('print').matches) last.current = window.matchMedia(query).matches;
    return last.current;
  });
}
