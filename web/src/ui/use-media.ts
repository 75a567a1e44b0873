import { useCallback, useRef, useSyncExternalStore } from 'react';

/** Below this width the side panels are sheets: phones both ways, tablets, a page enlarged. The style sheets use the same number. */
export const NARROW = '(max-width: 960px)';

/** Below this width a table becomes a list. */
export const PHONE = '(max-width: 760px)';

/** Below this width the transport is one row: a phone held upright. The style sheets use the same number. */
export const POCKET = '(max-width: 600px)';

/** True while a media query holds; the component renders anew when that changes. A printed page stays unchanged. */
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
    // Paper is as wide as a tablet: the panels would be laid out anew, and be empty when the picture is taken.
    if (!window.matchMedia('print').matches) last.current = window.matchMedia(query).matches;
    return last.current;
  });
}
