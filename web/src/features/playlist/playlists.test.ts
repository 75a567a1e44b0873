import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { viewStore } from '../../core/page/view-store';
import { EMPTY, type Playlist, playlistFile, playlistFragment } from '../../core/playlist/playlist';
import { playlistStore, takePlaylist } from '../../core/playlist/playlist-store';
import { sceneStore } from '../../core/scene/scene-store';
import { testEngine } from '../../testing/engine';
import { PRESET, started } from '../../testing/session';
import { openMoment, takePlaylistFile } from './playlists';

const OWN: Playlist = { name: 'My own', moments: [{ title: 'Mine', fragment: '1.mine' }] };

async function moment(title: string, view: object): Promise<Playlist['moments'][number]> {
  const engine = await testEngine();
  return { title, fragment: await engine.encodeLink(PRESET.scenario, PRESET.scenario, view) };
}

describe('a playlist in the session', () => {
  beforeEach(() => playlistStore.setState({ list: EMPTY, at: undefined, before: undefined }));
  afterEach(() => {
    sceneStore.setState(sceneStore.getInitialState(), true);
    viewStore.setState(viewStore.getInitialState(), true);
  });

  it('opens from a link in the presenter at its first entry, and keeps its theme from entry to entry', async () => {
    const moments = [
      await moment('One', { at_s: 1, presenter: { theme: 'projector' } }),
      await moment('Two', { at_s: 2, presenter: { plot: 'queue' } }),
      await moment('Three', { at_s: 3 }),
    ];
    const { session, now } = await started({ fragment: playlistFragment({ name: 'A lecture', moments }) });
    expect(playlistStore.getState()).toMatchObject({ list: { name: 'A lecture', moments }, at: 0 });
    expect(now()).toBe(1);
    for (const [place, plot] of [
      [1, 'queue'],
      [2, 'queue'],
    ] as const) {
      await openMoment(session.inside, place);
      expect(now()).toBe(place + 1);
      expect(playlistStore.getState().at).toBe(place);
      expect(viewStore.getState()).toMatchObject({ isPresenting: true, theme: 'projector', presentedPlot: plot });
    }
    expect(sceneStore.getState().isOfPlaylist).toBe(true);
    // Index 3 is past the end of the playlist, so nothing is opened.
    await openMoment(session.inside, 3);
    expect(playlistStore.getState().at).toBe(2);
    // A scene from outside the list does not change the position at which the lecture continues.
    session.openFirstScene();
    await expect.poll(() => sceneStore.getState().isOfPlaylist).toBe(false);
    expect(playlistStore.getState().at).toBe(2);
  });

  it('replaces the user’s list, which undo restores, and reports the entries that cannot be opened', async () => {
    playlistStore.setState({ list: OWN });
    const sound = await moment('Sound', { at_s: 1 });
    const list = { name: 'Theirs', moments: [{ title: 'Broken', fragment: '1.broken' }, sound] };
    await started({ fragment: playlistFragment(list) });
    expect(playlistStore.getState()).toMatchObject({ list: { name: 'Theirs', moments: [sound] }, before: OWN });
    expect(sceneStore.getState().notices).toMatchObject([
      {
        kind: 'bad-playlist',
        problems: [{ path: 'moment 1, Broken', problem: expect.stringMatching(/^cannot be opened: link /) }],
      },
    ]);
  });

  it('does not replace list and scene if no part of a file can be read', async () => {
    const { session, now } = await started();
    takePlaylist(OWN, undefined);
    await takePlaylistFile('{"chokepoint_playlist": 1, "moments": []}', session.inside);
    expect(sceneStore.getState().notices).toMatchObject([
      {
        kind: 'bad-playlist',
        problems: [{ problem: 'has no moments' }],
      },
    ]);
    await openMoment(session.inside, 0);
    expect(sceneStore.getState().notices).toMatchObject([{ kind: 'bad-playlist', problems: [{ path: 'Mine' }] }]);
    expect(playlistStore.getState().list).toEqual(OWN);
    expect(session.lanes).toHaveLength(1);
    expect(now()).toBe(0);
  });

  it('is read from a file without leaving the scene', async () => {
    const { session } = await started();
    const list = { name: 'From a file', moments: [await moment('One', { at_s: 1 })] };
    await takePlaylistFile(playlistFile(list), session.inside);
    expect(playlistStore.getState().list).toEqual(list);
    expect(sceneStore.getState().notices).toEqual([]);
  });
});
