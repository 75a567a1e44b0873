import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it, when the component leaves the page: removing what has the focus gives it to nothing. What
 * has taken the focus since keeps it. Called after effects that keep the page around from taking the focus.
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
