import { describe, expect, it } from 'vitest';
import { clear, noticeOf, notify } from './notices';
import { sceneStore } from './scene-store';

const kinds = (): readonly string[] => sceneStore.getState().notices.map(({ kind }) => kind);

describe('the notices of the page', () => {
  it('are listed with the newest last, and at most one of each kind', () => {
    notify({ kind: 'refused', problems: [{ path: 'a', problem: 'is wrong' }] });
    notify({ kind: 'not-drawn' });
    notify({ kind: 'refused', problems: [{ path: 'b', problem: 'is wrong' }] });
    expect(kinds()).toEqual(['not-drawn', 'refused']);
    expect(noticeOf('refused')?.problems).toEqual([{ path: 'b', problem: 'is wrong' }]);
    clear('not-drawn');
    expect(kinds()).toEqual(['refused']);
    clear('not-drawn');
    expect(kinds()).toEqual(['refused']);
    clear();
    expect(kinds()).toEqual([]);
  });

  it('are limited in number, and the oldest is removed', () => {
    for (const kind of ['bad-link', 'bad-lesson', 'bad-playlist', 'no-link', 'refused'] as const)
      notify({ kind, problems: [] });
    expect(kinds()).toEqual(['bad-lesson', 'bad-playlist', 'no-link', 'refused']);
  });
});
