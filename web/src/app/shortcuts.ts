/**
 * Page-wide keys. Space always plays and pauses, and left and right always step, unless the focus is in a text field,
 * list or slider that uses the key. A control also keeps any other key that it uses.
 */

import { useEffect } from 'react';
import type { StepDirection, StepKind } from '../core/border/client';
import { leaveFirstMinute, togglePresenting, toggleSolo, viewStore } from '../core/page/view-store';
import { sceneStore } from '../core/scene/scene-store';
import type { Session } from '../core/session/session';
import { FEATURES } from '../features';

interface Sheets {
  readonly showKeys: () => void;
  readonly toggleComparison: () => void;
  readonly showPlaylist: () => void;
  readonly keepMoment: () => void;
}

export function useShortcuts(session: Session, sheets: Sheets): void {
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
        // Space always plays and pauses, so Enter takes its place for a checkbox.
        target.click();
        event.preventDefault();
        return;
      }
      if (isTakenBy(target, event.key)) return;
      // Holding the key down plays or pauses only once.
      if ((event.key === ' ' && event.repeat) || act(session, sheets, event)) event.preventDefault();
    };
    // Prevents the browser from activating the focused button when Space is released.
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
  }, [session, sheets]);
}

/** The objects on which page keys act. */
interface Pressed {
  readonly session: Session;
  readonly sheets: Sheets;
  readonly isShift: boolean;
}

/** The action of a key. Returns false if the key currently has no effect. */
type Act = (pressed: Pressed) => unknown;

/** The page's keys by `KeyboardEvent.key`. Features declare theirs in `feature.ts`. */
export const PAGE_KEYS: Readonly<Record<string, Act>> = {
  Escape: ({ session }) => {
    if (sceneStore.getState().catchingUp !== undefined) return session.stop();
    return viewStore.getState().isFirstMinute && leaveFirstMinute();
  },
  ' ': ({ session }) => session.togglePlay(),
  b: ({ session }) => session.playBackward(),
  ArrowRight: stepping('forward'),
  ArrowLeft: stepping('back'),
  '[': ({ session }) => session.stepBy(dropStep(), 'back'),
  ']': ({ session }) => session.stepBy(dropStep(), 'forward'),
  ArrowUp: ({ session }) => session.setPace(sceneStore.getState().pace + 1),
  ArrowDown: ({ session }) => session.setPace(sceneStore.getState().pace - 1),
  Home: ({ session }) => session.restart(),
  ...Object.fromEntries([0, 1, 2, 3].map((lane) => [String(lane + 1), soloing(lane)])),
  d: ({ session }) => session.goToDivergence(),
  p: () => togglePresenting(),
  c: ({ sheets }) => sheets.toggleComparison(),
  l: ({ sheets }) => sheets.showPlaylist(),
  m: ({ sheets }) => sheets.keepMoment(),
  '?': ({ sheets }) => sheets.showKeys(),
};

function stepping(direction: StepDirection): Act {
  return ({ session, isShift }) => (isShift ? session.stepBy({ kind: 'second' }, direction) : session.step(direction));
}

function soloing(lane: number): Act {
  return ({ session }) => session.lanes.length > 1 && session.lanes[lane] !== undefined && toggleSolo(lane);
}

/** Performs the key's command. Returns false if the key currently has no effect. */
function act(session: Session, sheets: Sheets, { key, shiftKey }: KeyboardEvent): boolean {
  const own = Object.hasOwn(PAGE_KEYS, key) ? PAGE_KEYS[key] : undefined;
  return own === undefined ? pressed(session, key) : own({ session, sheets, isShift: shiftKey }) !== false;
}

/** Performs a feature's command for the key. Returns false if no feature has one. */
function pressed(session: Session, key: string): boolean {
  const own = FEATURES.find(({ keys }) => keys !== undefined && Object.hasOwn(keys, key))?.keys?.[key];
  own?.press(session);
  return own !== undefined;
}

/**
 * Steps to the next drop. Counts only drops of the reason selected for stepping, otherwise of the highlighted reason,
 * otherwise of any reason.
 */
function dropStep(): StepKind {
  const { stepKind } = sceneStore.getState();
  if (stepKind.kind === 'drop' && stepKind.reason !== undefined) return stepKind;
  const { highlightedReason: reason } = viewStore.getState();
  return reason === undefined ? { kind: 'drop' } : { kind: 'drop', reason };
}

/** Undo and redo: Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y. On a Mac, Cmd replaces Ctrl. */
function goThroughChanges(session: Session, { key, shiftKey }: KeyboardEvent): boolean {
  const letter = key.toLowerCase();
  if (letter === 'z' || letter === 'y') letGo();
  if (letter === 'z' && !shiftKey) session.undo();
  else if (letter === 'z' || letter === 'y') session.redo();
  else return false;
  return true;
}

/**
 * Takes the focus from a slider for a moment, before an undo. A slider that was moved by keys then reports its value at
 * once, and not again after the undo.
 */
function letGo(): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement) || focused.type !== 'range') return;
  focused.blur();
  focused.focus();
}

/** Ends editing when the user clicks outside the editor. The stage is not focusable, so the focus is removed here. */
function endEditing({ target }: PointerEvent): void {
  const host = document.activeElement;
  const focused = host?.shadowRoot?.activeElement ?? host;
  if (!(focused instanceof HTMLElement) || !isTextEdited(focused) || !(target instanceof Node)) return;
  const label = target instanceof Element ? target.closest('label') : null;
  if (!host?.contains(target) && label?.control !== focused) focused.blur();
}

/** The innermost target of a key event, looking into the editor's shadow root. */
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

/** True if the focused control uses the key itself. */
export function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (isTextEdited(target)) return true;
  const isListOrSlider = key.startsWith('Arrow') || key === 'Home' || key === 'End';
  if (target instanceof HTMLInputElement && target.type === 'range') return isListOrSlider;
  // In a group of choices, up and down choose. Left and right step the run.
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  if (target instanceof HTMLInputElement && target.type === 'radio') return isListOrSlider && !isSideways;
  if (target instanceof HTMLSelectElement) return isOpen(target) || (key !== ' ' && !isSideways);
  return false;
}

/** True if a select element's list is open, in browsers that report this. */
function isOpen(select: HTMLSelectElement): boolean {
  return CSS.supports('selector(:open)') && select.matches(':open');
}
