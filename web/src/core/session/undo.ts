/** Undo and redo of the changes to the open scene. Pure: the input and the output are scenes. */

import type { Scenario } from '../border/scenario';

/** Maximum number of stored changes. Each takes a scene of a few kilobytes. */
const MOST = 100;

interface Change {
  readonly before: Scenario;
  /** Id of the drag. All changes of a drag count as one. */
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

  /** Discards all changes, because another scene is opened. */
  clear(): void {
    this.done = [];
    this.undone = [];
  }

  /** Records a change. A change that leaves the scene the same is not recorded. */
  record(before: Scenario, after: Scenario, drag?: number): void {
    const last = this.done.at(-1);
    const isOfLast = drag !== undefined && last?.drag === drag;
    if (isOfLast) {
      // A drag that returned to its start has changed nothing.
      if (isSame(last.before, after)) this.done.pop();
      return;
    }
    if (isSame(before, after)) return;
    this.done = [...this.done, { before, drag }].slice(-MOST);
    this.undone = [];
  }

  /** The scene before the last change. Undefined if there is no change. */
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
