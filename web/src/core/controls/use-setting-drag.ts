/**
 * One drag of a setting. The control moves at once. Values are sent to the engine at most once every `THROTTLE_MS`.
 * Undo treats the whole drag as one change.
 */

import { useEffect, useRef, useState } from 'react';
import type { SettingValue } from '../border/scenario';
import type { SceneActions } from '../scene/scene-store';
import type { Control } from './control-groups';

const THROTTLE_MS = 100;
/** Pause after which pressing an arrow key starts a new drag [ms]. */
const KEYS_REST_MS = 600;

let drags = 0;

interface SettingDrag<Held> {
  /** State of the control while the user holds it; otherwise undefined. */
  readonly held: Held | undefined;
  readonly move: (next: Held) => void;
  /** Ends the movement, because the pointer was released. */
  readonly release: () => void;
  /** Ends the movement after a pause, because a key was released. */
  readonly releaseSoon: () => void;
}

/** `settingOf` converts a position of the control to the value of the setting. */
export function useSettingDrag<Held>(
  { path, value, isLive }: Pick<Control, 'path' | 'value' | 'isLive'>,
  settingOf: (held: Held) => SettingValue,
  actions: Pick<SceneActions, 'change' | 'settle'>,
): SettingDrag<Held> {
  const [held, setHeld] = useState<Held | undefined>(undefined);
  // A ref rather than state, because several movements can occur before the next render.
  const dragState = useRef({ isHeld: false, drag: 0, at_ms: 0, timer: 0, rest: 0, answered: Promise.resolve() });
  const latestRelease = useRef((): void => undefined);
  useEffect(() => {
    const state = dragState.current;
    return () => {
      window.clearTimeout(state.timer);
      window.clearTimeout(state.rest);
    };
  }, []);

  const send = (next: Held): void => {
    dragState.current.at_ms = performance.now();
    dragState.current.answered = actions.change(path, settingOf(next), dragState.current.drag);
  };
  const move = (next: Held): void => {
    const state = dragState.current;
    if (!state.isHeld) {
      drags += 1;
      state.drag = drags;
      state.isHeld = true;
    }
    setHeld(next);
    window.clearTimeout(state.timer);
    window.clearTimeout(state.rest);
    const wait = isLive ? THROTTLE_MS - (performance.now() - state.at_ms) : 2 * THROTTLE_MS;
    if (wait <= 0) send(next);
    else state.timer = window.setTimeout(() => send(next), wait);
  };
  const release = (): void => {
    if (held === undefined || !dragState.current.isHeld) return;
    dragState.current.isHeld = false;
    const { drag, timer, rest } = dragState.current;
    window.clearTimeout(timer);
    window.clearTimeout(rest);
    if (settingOf(held) !== value) send(held);
    // The thumb keeps the value of this drag until the engine has answered, unless another drag has begun by then.
    void dragState.current.answered
      .then(() => actions.settle(drag))
      .finally(() => {
        if (dragState.current.drag === drag) setHeld(undefined);
      });
  };
  latestRelease.current = release;
  const releaseSoon = (): void => {
    window.clearTimeout(dragState.current.rest);
    dragState.current.rest = window.setTimeout(() => latestRelease.current(), KEYS_REST_MS);
  };
  return { held, move, release, releaseSoon };
}
