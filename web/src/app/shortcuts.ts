/**
 * Keys for the whole page. Space always plays and pauses, left and right always step, whatever has the focus, except where
 * text is edited or a list or a slider uses them; a control keeps the other keys it understands itself.
 */

import { useEffect } from 'react';
import type { StepKind } from '../core/border/client';
import { leaveFirstMinute, togglePresenting, toggleSolo, viewStore } from '../core/page/view-store';
import { sceneStore } from '../core/scene/scene-store';
import type { Session } from '../core/session/session';
import { FEATURES } from '../features';

interface Sheets {
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
      if (event.defaultPrevented || event.altKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const target = innermost(event);
      if (event.ctrlKey || event.metaKey) {
        if (!isTextEdited(target) && goThroughChanges(session, event)) event.preventDefault();
        return;
      }
      if (event.key === 'Enter' && isCheckbox(target)) {
        // Space is taken from it.
        target.click();
        event.preventDefault();
        return;
      }
      if (isTakenBy(target, event.key)) return;
      // A held key plays or pauses once.
      const done = (event.key === ' ' && event.repeat) || act(session, event);
      if (done) event.preventDefault();
      else if (event.key === '?') showKeys();
      else if (event.key === 'l') showPlaylist();
      else if (event.key === 'm') addToPlaylist();
      else if (event.key === 'c') {
        toggleComparison();
        event.preventDefault();
      }
    };
    // Some browsers press a button when Space is let go.
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.key !== ' ' || document.querySelector('dialog[open]') !== null) return;
      if (!isTakenBy(innermost(event), ' ')) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    document.addEventListener('pointerdown', endEditing, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
      document.removeEventListener('pointerdown', endEditing, { capture: true });
    };
  }, [session, showKeys, toggleComparison, showPlaylist, addToPlaylist]);
}

/** Does what the key is for; false when it is for nothing here. */
function act(session: Session, { key, shiftKey }: KeyboardEvent): boolean {
  const { pace } = sceneStore.getState();
  switch (key) {
    case 'Escape':
      if (sceneStore.getState().catchingUp !== undefined) session.stop();
      else if (viewStore.getState().isFirstMinute) leaveFirstMinute();
      else return false;
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
    case 'p':
      togglePresenting();
      return true;
    default:
      return pressed(session, key);
  }
}

/** Does what a feature has the key for; false where none has. */
function pressed(session: Session, key: string): boolean {
  const own = FEATURES.find(({ keys }) => keys !== undefined && Object.hasOwn(keys, key))?.keys?.[key];
  own?.press(session);
  return own !== undefined;
}

/** Drops for the reason that is chosen or pointed at, else for any. */
function dropStep(): StepKind {
  const { stepKind } = sceneStore.getState();
  if (stepKind.kind === 'drop' && stepKind.reason !== undefined) return stepKind;
  const { highlightedReason: reason } = viewStore.getState();
  return reason === undefined ? { kind: 'drop' } : { kind: 'drop', reason };
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y; on a Mac with the command key. */
function goThroughChanges(session: Session, { key, shiftKey }: KeyboardEvent): boolean {
  const letter = key.toLowerCase();
  if (letter === 'z' || letter === 'y') letGo();
  if (letter === 'z' && !shiftKey) session.undo();
  else if (letter === 'z' || letter === 'y') session.redo();
  else return false;
  return true;
}

/** A slider that was moved by keys is held for a while: what it holds would be told once more. */
function letGo(): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement) || focused.type !== 'range') return;
  focused.blur();
  focused.focus();
}

/** Whoever presses somewhere else has done with the text: the stage does not take the focus, so it is taken here. */
function endEditing({ target }: PointerEvent): void {
  const host = document.activeElement;
  const focused = host?.shadowRoot?.activeElement ?? host;
  if (!(focused instanceof HTMLElement) || !isTextEdited(focused) || !(target instanceof Node)) return;
  const label = target instanceof Element ? target.closest('label') : null;
  if (!host?.contains(target) && label?.control !== focused) focused.blur();
}

/** What a key is for, within the shadow of the editor too. */
function innermost(event: Event): EventTarget | null {
  return event.composedPath()[0] ?? null;
}

const NO_TEXT: readonly string[] = [
  'checkbox',
  'radio',
  'range',
  'button',
  'submit',
  'reset',
  'color',
  'file',
  'image',
];

function isTextEdited(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

function isCheckbox(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === 'checkbox';
}

/** Whether the focused control has a use of its own for the key. */
export function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (isTextEdited(target)) return true;
  const isListOrSlider = key.startsWith('Arrow') || key === 'Home' || key === 'End';
  if (target instanceof HTMLInputElement && target.type === 'range') return isListOrSlider;
  // One of a few choices: up and down choose, left and right step.
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  if (target instanceof HTMLInputElement && target.type === 'radio') return isListOrSlider && !isSideways;
  if (target instanceof HTMLSelectElement) return isOpen(target) || (key !== ' ' && !isSideways);
  return false;
}

/** Whether the list of a select is open, in browsers that can tell. */
function isOpen(select: HTMLSelectElement): boolean {
  return CSS.supports('selector(:open)') && select.matches(':open');
}
