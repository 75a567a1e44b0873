import { describe, expect, it } from 'vitest';
import { placeNote } from './hint-place';

const WINDOW = { width: 1000, height: 600 };
const NOTE = { width: 300, height: 100 };

describe('the note of an explained word', () => {
  it('is below the word', () => {
    expect(placeNote(NOTE, { left: 100, top: 50, width: 40, height: 20 }, WINDOW, [])).toEqual({ left: 100, top: 76 });
  });

  it('is above the word at the bottom of the window, and stays inside at the right', () => {
    const { left, top } = placeNote(NOTE, { left: 950, top: 570, width: 40, height: 20 }, WINDOW, []);
    expect(top).toBe(464);
    expect(left + NOTE.width).toBeLessThanOrEqual(WINDOW.width);
  });

  it('covers no protected part if another side is free', () => {
    const stage = { left: 0, top: 80, width: 700, height: 300 };
    const name = { left: 20, top: 390, width: 40, height: 20 };
    // Above the word, the note would cover the stage. Below it there is room.
    expect(placeNote(NOTE, name, WINDOW, [stage]).top).toBe(416);
    const title = { left: 20, top: 50, width: 660, height: 25 };
    expect(placeNote({ width: 280, height: 60 }, title, WINDOW, [stage])).toEqual({ left: 686, top: 50 });
  });

  it('has the right size, even if an element provides its size by getters', () => {
    const size = new (class {
      get width(): number {
        return NOTE.width;
      }

      get height(): number {
        return NOTE.height;
      }
    })();
    expect(placeNote(size, { left: 100, top: 50, width: 40, height: 20 }, WINDOW, [])).toEqual({ left: 100, top: 76 });
  });

  it.each([
    [360, 225],
    [320, 568],
    [640, 400],
  ])('stays inside a window of %i × %i, wherever its word is', (width, height) => {
    const size = { width: 300, height: 120 };
    for (let left = 0; left <= width - 40; left += 20)
      for (let top = 0; top <= height - 20; top += 10) {
        const at = placeNote(size, { left, top, width: 40, height: 20 }, { width, height }, []);
        expect(at.left).toBeGreaterThanOrEqual(0);
        expect(at.top).toBeGreaterThanOrEqual(0);
        expect(at.left + size.width).toBeLessThanOrEqual(width);
        expect(at.top + size.height).toBeLessThanOrEqual(height);
      }
  });
});
