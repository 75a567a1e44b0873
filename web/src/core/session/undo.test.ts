import { describe, expect, it } from 'vitest';
import { PRESET } from '../../testing/session';
import { withSetting } from '../scene/edit';
import { UndoStack } from './undo';

const scene = (seed: number) => withSetting(PRESET.scenario, 'seed', seed);

describe('the list of changes for undo', () => {
  it('leads back change by change, and forward again', () => {
    const stack = new UndoStack();
    stack.record(scene(1), scene(2));
    stack.record(scene(2), scene(3));
    expect(stack.undo(scene(3))).toEqual(scene(2));
    expect(stack.undo(scene(2))).toEqual(scene(1));
    expect(stack.undo(scene(1))).toBeUndefined();
    expect(stack.redo(scene(1))).toEqual(scene(2));
    expect(stack.redo(scene(2))).toEqual(scene(3));
    expect(stack.redo(scene(3))).toBeUndefined();
    expect(stack.undo(scene(3))).toEqual(scene(2));
  });

  it('drops the undone changes after another change', () => {
    const stack = new UndoStack();
    stack.record(scene(1), scene(2));
    stack.undo(scene(2));
    stack.record(scene(1), scene(5));
    expect(stack.canRedo).toBe(false);
    expect(stack.undo(scene(5))).toEqual(scene(1));
  });

  it('treats a drag as one change, and a drag back to its start as no change', () => {
    const stack = new UndoStack();
    stack.record(scene(1), scene(2), 7);
    stack.record(scene(2), scene(3), 7);
    expect(stack.undo(scene(3))).toEqual(scene(1));
    expect(stack.canUndo).toBe(false);
    stack.record(scene(1), scene(2), 8);
    stack.record(scene(2), scene(1), 8);
    expect(stack.canUndo).toBe(false);
  });

  it('ignores edits without an effect, and keeps a limited number of changes', () => {
    const stack = new UndoStack();
    stack.record(scene(1), scene(1));
    expect(stack.canUndo).toBe(false);
    for (let seed = 0; seed < 500; seed += 1) stack.record(scene(seed), scene(seed + 1));
    let undone = 0;
    while (stack.undo(scene(0)) !== undefined) undone += 1;
    expect(undone).toBe(100);
  });
});
