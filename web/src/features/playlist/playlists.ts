/** Playlists: taken from elsewhere, opened, walked through. Loaded when there is one. */

import { SceneRefused, type ViewInLink } from '../../core/border/client';
import { viewStore } from '../../core/page/view-store';
import { type Moment, momentName, readPlaylistFile, readPlaylistFragment } from '../../core/playlist/playlist';
import { playlistStore, standAt, takePlaylist } from '../../core/playlist/playlist-store';
import { clear, notify } from '../../core/scene/notices';
import type { Notice, SettingProblem } from '../../core/scene/scene-store';
import type { Inside } from '../../core/session/feature';
import { isPlaylistFragment } from '../../core/session/fragments';
import type { Opening } from '../../core/session/opening';
import type { AddressParser } from '../../core/session/parse-address';

/** The link of a playlist: its list is at hand from now on, and its first moment opens in the presenter. */
export async function parsePlaylist(fragment: string, parser: AddressParser): Promise<Opening> {
  const { list: before } = playlistStore.getState();
  const problems = await takeFromElsewhere(fragment, (scene) => parser.decode(scene));
  const notice: Notice | undefined = problems.length > 0 ? { kind: 'bad-playlist', problems } : undefined;
  const { list } = playlistStore.getState();
  const [first] = list === before ? [] : list.moments;
  if (first === undefined) return { ...parser.first(), notice };
  standAt(0);
  const opening = await parser.link(first.fragment, {});
  return { ...opening, notice: notice ?? opening.notice, isOfPlaylist: true };
}

/** Opens a moment of the playlist at hand; one that cannot be opened leaves the scene as it is, with a notice. */
export async function openMoment({ parser, open }: Inside, place: number): Promise<void> {
  const moment = playlistStore.getState().list.moments[place];
  if (moment === undefined) return;
  // At once: two clicks lead on by two.
  standAt(place);
  await open(() => parseMoment(moment, parser)).catch((problem: unknown) => {
    if (!(problem instanceof SceneRefused)) throw problem;
  });
}

/** Makes the playlist of a file the one at hand; a notice names its unreadable parts. */
export async function takePlaylistFile(text: string, { parser, perform }: Inside): Promise<readonly SettingProblem[]> {
  let problems: readonly SettingProblem[] = [];
  await perform('ask', async () => {
    problems = await takeFromElsewhere(text, (scene) => parser.decode(scene));
    clear('bad-playlist');
    if (problems.length > 0) notify({ kind: 'bad-playlist', problems });
  });
  return problems;
}

/** A presenter stays one, with its theme and plot where the moment says nothing of them. */
async function parseMoment({ title, fragment }: Moment, parser: AddressParser): Promise<Opening> {
  const { isPresenting, linkedTheme: theme, presentedPlot: plot } = viewStore.getState();
  const kept: ViewInLink['presenter'] = {
    ...(theme === undefined ? {} : { theme }),
    ...(plot === undefined ? {} : { plot }),
  };
  try {
    return { ...(await parser.link(fragment, isPresenting ? kept : undefined)), isOfPlaylist: true };
  } catch (problem) {
    if (!(problem instanceof SceneRefused)) throw problem;
    throw new SceneRefused([refused(title, problem)], 'playlist');
  }
}

/**
 * Reads a link's fragment or the text of a file. `decode` fails for a fragment that the engine refuses. With nothing sound
 * in it the list at hand stays.
 */
async function takeFromElsewhere(
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
