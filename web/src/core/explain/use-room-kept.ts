/**
 * Reserves the greatest height that a text has needed so far, so that the content below does not move with every
 * packet.
 */

import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The reserved height is reset only if the subject of the text (`of`) or the width of the element changes. */
export function useRoomKept(text: RefObject<HTMLElement | null>, of: string): void {
  const kept = useRef({ of: '', width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    const width = element.clientWidth;
    const before = kept.current.of === of && kept.current.width === width ? kept.current.height : 0;
    element.style.minBlockSize = '';
    const height = Math.max(before, element.offsetHeight);
    kept.current = { of, width, height };
    element.style.minBlockSize = `${height}px`;
  });
}
