import { useEffect, useState } from 'react';

/**
 * Gives the focus back to its earlier owner, when the component leaves the page: removing the focused element leaves
 * the focus with none. An element that has taken the focus since keeps it. Called after effects that keep the page
 * around from taking it.
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
