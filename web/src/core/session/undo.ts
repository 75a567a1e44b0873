/** Undo and redo of the changes to the open scene. Pure: scenes in, scenes out. */

import type { Scenario } from '../border/scenario';

/** More changes than this are not remembered; a scene is some kilobytes. */
const MOST = 100;

interface Change {
  readonly before: Scenario;
  /** All changes of one drag are one. */
  readonly drag: number | undefined;
}

export class UndoStack {
  private done: Change[] = [];
  private undone: Scenario[] = [];

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** Another scene: changes of the one before are no part of it. */
  clear(): void {
    this.done = [];
    this.undone = [];
  }

  /** The scene was changed, or was to be and was not. */
  record(before: Scenario, after: Scenario, drag?: number): void {
    const last = this.done.at(-1);
    const isOfLast = drag !== undefined && last?.drag === drag;
    if (isOfLast) {
      // A knob that came back to where it was has changed nothing.
      if (isSame(last.before, after)) this.done.pop();
      return;
    }
    if (isSame(before, after)) return;
    this.done = [...this.done, { before, drag }].slice(-MOST);
    this.undone = [];
  }

  /** The scene before the last change; undefined where nothing was changed. */
  undo(present: Scenario): Scenario | undefined {
    const last = this.done.pop();
    if (last !== undefined) this.undone.push(present);
    return last?.before;
  }

  /** The scene as it was before the last undo. */
  redo(present: Scenario): Scenario | undefined {
    const next = this.undone.pop();
    if (next !== undefined) this.done.push({ before: present, drag: undefined });
    return next;
  }
}

function isSame(one: Scenario, other: Scenario): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
