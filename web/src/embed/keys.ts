/**
 * Keys of an embed. It handles keys only once the user has clicked or tabbed into the frame, and then only Space, left
 * and right. All other keys scroll the outer page. Escape returns the focus to the outer page.
 */

import { useEffect } from 'react';
import { isTakenBy } from '../app/shortcuts';
import type { Session } from '../core/session/session';

export function useEmbedKeys(session: Session): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let isListening = false;
    const begin = (): void => {
      if (isListening) return;
      isListening = true;
      document.addEventListener('keydown', (event) => press(session, event), { signal });
      document.addEventListener(
        'keyup',
        (event) => {
          // Some browsers activate a focused button when Space is released, so the release is suppressed, too.
          if (event.key === ' ' && !isTakenBy(event.target, ' ')) event.preventDefault();
        },
        { signal },
      );
    };
    document.addEventListener('pointerdown', begin, { signal });
    document.addEventListener('focusin', begin, { signal });
    return () => controller.abort();
  }, [session]);
}

function press(session: Session, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'Escape') {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.parent.focus();
    return;
  }
  if (isTakenBy(event.target, event.key)) return;
  if (event.key === ' ') {
    // On a link, Space scrolls, as on other pages. Holding a key down plays or pauses only once.
    if (event.target instanceof HTMLAnchorElement) return;
    if (!event.repeat) session.togglePlay();
  } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    const direction = event.key === 'ArrowRight' ? 'forward' : 'back';
    if (event.shiftKey) session.stepBy({ kind: 'second' }, direction);
    else session.step(direction);
  } else return;
  event.preventDefault();
}
