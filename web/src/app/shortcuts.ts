/** Keys for the whole page. A control that has the focus keeps the keys it understands itself. */

import { useEffect } from 'react';
import { sceneStore } from '../store/scene-store';
import type { Session } from './session';

export function useShortcuts(session: Session, onShowKeys: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      if (isTakenBy(event.target, event.key)) return;
      const { pace } = sceneStore.getState();
      switch (event.key) {
        case ' ':
          session.togglePlay();
          break;
        case 'ArrowRight':
          session.step();
          break;
        case 'ArrowUp':
          session.setPace(pace + 1);
          break;
        case 'ArrowDown':
          session.setPace(pace - 1);
          break;
        case 'Home':
          session.restart();
          break;
        case '?':
          onShowKeys();
          break;
        default:
          return;
      }
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [session, onShowKeys]);
}

/** Whether the focused control has a use of its own for the key. */
export function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === 'checkbox') return key === ' ';
    if (target.type === 'range' || target.type === 'radio')
      return key.startsWith('Arrow') || key === 'Home' || key === ' ';
    return true;
  }
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || target.tagName === 'SUMMARY')
    return key === ' ';
  return false;
}
