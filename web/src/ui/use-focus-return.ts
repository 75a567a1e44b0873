import { useEffect, useState } from 'react';

/**
 * When the component is removed, returns the focus to the element that had it before, since otherwise nothing would
 * have the focus. If another element has taken the focus in the meantime, it keeps it. Must be called after effects
 * that make the rest of the page inert.
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
