import { useCallback, useSyncExternalStore } from 'react';

/** Below this width the side panels are sheets: phones both ways, tablets, a page enlarged. The style sheets use the same number. */
export const NARROW = '(max-width: 960px)';

/** Below this width a table becomes a list. */
export const PHONE = '(max-width: 760px)';

/** Whether a media query holds; the component renders anew when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
