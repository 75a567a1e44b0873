import { useEffect, useState } from 'react';

/**
 * When the component leaves the page, returns the focus to the element that had it before. Otherwise no element would
 * have the focus. If another element has got the focus meanwhile, it keeps it. Must be called after effects that make
 * the rest of the page inert.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}
