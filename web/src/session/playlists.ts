/** Playlists: taken from elsewhere, opened, walked through. Loaded when there is one. */

import { SceneRefused, type ViewInLink } from '../engine/client';
import { type Moment, momentName, readPlaylistFile, readPlaylistFragment } from '../store/playlist';
import { playlistStore, standAt, takePlaylist } from '../store/playlist-store';
import { type SettingProblem, sceneStore } from '../store/scene-store';
import { viewStore } from '../store/view-store';
import { isPlaylistFragment } from './scene-address';

/** Opens the scene of a link; `presenter`: in the presenter, with this where the link does not say otherwise. */
type Open = (fragment: string, presenter: ViewInLink['presenter']) => Promise<void>;

interface Stage {
  readonly decode: (fragment: string) => Promise<unknown>;
  readonly open: Open;
  readonly openFirst: () => Promise<void>;
}

/** The link of a playlist: its first moment, in the presenter. */
export async function openPlaylist(fragment: string, { decode, open, openFirst }: Stage): Promise<void> {
  const { list: before } = playlistStore.getState();
  const problems = await takeFromElsewhere(fragment, decode);
  const { list } = playlistStore.getState();
  const [first] = list === before ? [] : list.moments;
  if (first === undefined) await openFirst();
  else {
    standAt(0);
    await open(first.fragment, {});
  }
  if (problems.length > 0) sceneStore.setState({ notice: { kind: 'bad-playlist', problems } });
}

/** The lecture stands at that moment at once, so that who clicks twice goes on by two. */
export function momentToOpen(place: number): Moment | undefined {
  const moment = playlistStore.getState().list.moments[place];
  if (moment !== undefined) standAt(place);
  return moment;
}

/** A presenter stays one, with its theme and plot where the moment says nothing of them. */
export async function openMoment({ title, fragment }: Moment, open: Open): Promise<void> {
  const { isPresenting, linkedTheme: theme, presentedPlot: plot } = viewStore.getState();
  const kept = { ...(theme === undefined ? {} : { theme }), ...(plot === undefined ? {} : { plot }) };
  try {
    await open(fragment, isPresenting ? kept : undefined);
  } catch (problem) {
    if (!(problem instanceof SceneRefused)) throw problem;
    sceneStore.setState({ notice: { kind: 'bad-playlist', problems: [refused(title, problem)] } });
  }
}

/**
 * Reads a link's fragment or the text of a file. `decode` fails for a fragment that the engine refuses. With nothing sound
 * in it the list at hand stays.
 */
export async function takeFromElsewhere(
  text: string,
  decode: (fragment: string) => Promise<unknown>,
): Promise<readonly SettingProblem[]> {
  const { list, problems: unread } = isPlaylistFragment(text) ? readPlaylistFragment(text) : readPlaylistFile(text);
  const problems = [...unread];
  const sound: Moment[] = [];
  for (const [place, moment] of list.moments.entries()) {
    try {
      await decode(moment.fragment);
      sound.push(moment);
    } catch (problem) {
      if (!(problem instanceof SceneRefused)) throw problem;
      problems.push(refused(momentName(place, moment.title), problem));
    }
  }
  if (sound.length > 0) takePlaylist({ name: list.name, moments: sound }, undefined);
  else if (problems.length === 0) problems.push({ path: 'playlist', problem: 'has no moments' });
  return problems;
}

function refused(path: string, { problems: [first] }: SceneRefused): SettingProblem {
  const why = first === undefined ? 'its link is damaged' : `${first.path} ${first.problem}`;
  return { path, problem: `cannot be opened: ${why}` };
}
