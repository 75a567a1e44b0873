/** Keys for the whole page. A control that has the focus keeps the keys it understands itself. */

import { useEffect } from 'react';
import { NARROW } from '../base/use-media';
import type { StepKind } from '../engine/client';
import type { Session } from '../session/session';
import { sceneStore } from '../store/scene-store';
import { togglePaper, togglePresenting, toggleSolo, toggleTheory, viewStore } from '../store/view-store';
import { openCatalogue } from './address';

export interface Sheets {
  readonly showKeys: () => void;
  readonly toggleComparison: () => void;
  readonly showPlaylist: () => void;
  readonly addToPlaylist: () => void;
}

export function useShortcuts(
  session: Session,
  { showKeys, toggleComparison, showPlaylist, addToPlaylist }: Sheets,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      if (isTakenBy(event.target, event.key)) return;
      const done = act(session, event);
      if (done) event.preventDefault();
      else if (event.key === '?') showKeys();
      else if (event.key === 'l') showPlaylist();
      else if (event.key === 'm') addToPlaylist();
      else if (event.key === 'c') {
        toggleComparison();
        event.preventDefault();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [session, showKeys, toggleComparison, showPlaylist, addToPlaylist]);
}

/** Does what the key is for; false when it is for nothing here. */
function act(session: Session, { key, shiftKey }: KeyboardEvent): boolean {
  const { pace } = sceneStore.getState();
  switch (key) {
    case 'Escape':
      if (sceneStore.getState().catchingUp === undefined) return false;
      session.stop();
      return true;
    case ' ':
      session.togglePlay();
      return true;
    case 'b':
      session.playBackward();
      return true;
    case 'ArrowRight':
      if (shiftKey) session.stepBy({ kind: 'second' }, 'forward');
      else session.step('forward');
      return true;
    case 'ArrowLeft':
      if (shiftKey) session.stepBy({ kind: 'second' }, 'back');
      else session.step('back');
      return true;
    case '[':
    case ']':
      session.stepBy(dropStep(), key === '[' ? 'back' : 'forward');
      return true;
    case 'ArrowUp':
      session.setPace(pace + 1);
      return true;
    case 'ArrowDown':
      session.setPace(pace - 1);
      return true;
    case 'Home':
      session.restart();
      return true;
    case '1':
    case '2':
    case '3':
    case '4':
      if (session.lanes.length > 1 && session.lanes[Number(key) - 1] !== undefined) toggleSolo(Number(key) - 1);
      return true;
    case 'd':
      session.goToDivergence();
      return true;
    case 'v':
      togglePaper(window.matchMedia(NARROW).matches);
      return true;
    case 'a':
      openCatalogue();
      return true;
    case 't':
      toggleTheory();
      return true;
    case 'p':
      togglePresenting();
      return true;
    default:
      return false;
  }
}

/** Drops for the reason that is chosen or pointed at, else for any. */
function dropStep(): StepKind {
  const { stepKind } = sceneStore.getState();
  if (stepKind.kind === 'drop' && stepKind.reason !== undefined) return stepKind;
  const { highlightedReason: reason } = viewStore.getState();
  return reason === undefined ? { kind: 'drop' } : { kind: 'drop', reason };
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
