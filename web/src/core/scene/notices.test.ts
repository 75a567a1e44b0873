import { describe, expect, it } from 'vitest';
import { clear, noticeOf, notify } from './notices';
import { sceneStore } from './scene-store';

const kinds = (): readonly string[] => sceneStore.getState().notices.map(({ kind }) => kind);

describe('notices', () => {
  it('are below one another, newest last, one of a kind', () => {
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

  it('are a handful at most: the oldest goes', () => {
    for (const kind of ['bad-link', 'bad-lesson', 'bad-playlist', 'no-link', 'refused'] as const)
      notify({ kind, problems: [] });
    expect(kinds()).toEqual(['bad-lesson', 'bad-playlist', 'no-link', 'refused']);
  });
});
