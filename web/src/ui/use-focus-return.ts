import { useEffect, useState } from 'react';

/**
 * Returns the focus to its former owner when the component leaves the page, since removing a focused element leaves no
 * focus. An element that has taken the focus meanwhile keeps it. Call this after effects that make the page around
 * inert.
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
