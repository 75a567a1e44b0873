import { describe, expect, it } from 'vitest';
import {
  EMPTY,
  MOST_MOMENTS,
  movedMoment,
  type Playlist,
  playlistFile,
  playlistFragment,
  readPlaylistFile,
  readPlaylistFragment,
  renamed,
  renamedMoment,
  withMoment,
  withoutMoment,
} from './playlist';

const LECTURE: Playlist = {
  name: 'Queues: 1/3 of a course',
  moments: [
    { title: 'DropTail, 10 s', fragment: '1.aaa' },
    { title: '100 % of the link = greedy/“fair”', fragment: '1.b-_' },
    { title: 'CHOKeD', fragment: '1.ccc' },
  ],
};
const titles = ({ moments }: Playlist): string[] => moments.map(({ title }) => title);

describe('a playlist', () => {
  it('can be extended, reordered, renamed and shortened', () => {
    const [first, second, third] = LECTURE.moments as [never, never, never];
    expect([first, second, third].reduce(withMoment, EMPTY).moments).toEqual(LECTURE.moments);
    expect(movedMoment(LECTURE, 2, 0).moments).toEqual([third, first, second]);
    expect(movedMoment(LECTURE, 0, 1).moments).toEqual([second, first, third]);
    expect(movedMoment(LECTURE, 0, -1)).toBe(LECTURE);
    expect(movedMoment(LECTURE, 0, 3)).toBe(LECTURE);
    expect(withoutMoment(LECTURE, 1).moments).toEqual([first, third]);
    expect(titles(renamedMoment(LECTURE, 0, '  a\nnew   title '))[0]).toBe('a new title');
    expect(renamed(LECTURE, 'Fairness').name).toBe('Fairness');
  });

  it.each([
    ['link', (list: Playlist) => readPlaylistFragment(playlistFragment(list))],
    ['file', (list: Playlist) => readPlaylistFile(playlistFile(list))],
  ])('is the same after it was written as a %s and read again', (_, there) => {
    expect(there(LECTURE)).toEqual({ list: LECTURE, problems: [] });
    expect(there(EMPTY)).toEqual({ list: EMPTY, problems: [] });
  });

  it('accepts whole addresses in a file', () => {
    const text = JSON.stringify({
      chokepoint_playlist: 1,
      name: '',
      moments: [{ title: 'One', link: 'https://example.org/lab/#1.aaa' }],
    });
    expect(readPlaylistFile(text).list.moments).toEqual([{ title: 'One', fragment: '1.aaa' }]);
  });
});

describe('a damaged playlist', () => {
  it('keeps its complete entries if it was cut off, and reports that a part is missing', () => {
    const link = playlistFragment(LECTURE);
    const { list, problems } = readPlaylistFragment(link.slice(0, link.lastIndexOf('/')));
    expect(titles(list)).toEqual(titles(LECTURE).slice(0, 2));
    expect(problems).toEqual([
      { path: 'link', problem: 'announces 3 moments but contains 2: a part of it is missing' },
    ]);
  });

  it('names the unreadable entry, and keeps the others', () => {
    const { list, problems } = readPlaylistFragment(playlistFragment(LECTURE).replace('1.b-_', '<script>'));
    expect(titles(list)).toEqual(['DropTail, 10 s', 'CHOKeD']);
    expect(problems).toEqual([
      {
        path: 'moment 2, 100 % of the link = greedy/“fair”',
        problem: 'has no valid link to a scene',
      },
    ]);
  });

  it('keeps an entry whose title is damaged', () => {
    const { list, problems } = readPlaylistFragment('list.1.1/%E0%A4%A/%E0%A4%A=1.aaa');
    expect(list).toEqual({ name: '', moments: [{ title: 'Moment 1', fragment: '1.aaa' }] });
    expect(problems).toHaveLength(1);
  });

  it.each(['', 'list.2.1/x/y=1.aaa', 'list.1.x/a/b=1.aaa', 'list.'])('is refused if it is the link “%s”', (link) => {
    expect(readPlaylistFragment(link)).toEqual({
      list: EMPTY,
      problems: [{ path: 'link', problem: 'is not a playlist, or it comes from a newer version of this page' }],
    });
  });

  it.each([
    ['{"chokepoint_playlist": 1, "mom', /^file is not JSON: /],
    ['{}', /^file is not a playlist/],
    ['null', /^file is not a playlist/],
    ['{"chokepoint_playlist": 2, "moments": []}', /^chokepoint_playlist is 2; this page reads 1$/],
    ['{"chokepoint_playlist": 1, "moments": "all"}', /^moments is not a list$/],
    ['{"chokepoint_playlist": 1, "moments": [7]}', /^moment 1 has no valid link to a scene/],
  ])('is refused if it is the file %s', (text, message) => {
    const { list, problems } = readPlaylistFile(text);
    expect(list.moments).toEqual([]);
    expect(problems.map(({ path, problem }) => `${path} ${problem}`).join()).toMatch(message);
  });

  it('keeps at most the allowed number of entries', () => {
    const many = { name: '', moments: Array.from({ length: 150 }, () => ({ title: 'x', fragment: '1.aaa' })) };
    for (const { list, problems } of [
      readPlaylistFragment(playlistFragment(many)),
      readPlaylistFile(playlistFile(many)),
    ]) {
      expect(list.moments).toHaveLength(MOST_MOMENTS);
      expect(problems).toEqual([{ path: 'moments', problem: 'has 150 entries; the first 100 are kept' }]);
    }
  });
});
