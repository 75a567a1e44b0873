import { useCallback, useSyncExternalStore } from 'react';

/** Below this width the side panels are sheets. The style sheets use the same number. */
export const NARROW = '(max-width: 760px)';

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
