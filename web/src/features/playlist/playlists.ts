/** Parses playlists, opens them, and moves from entry to entry. Loaded on demand. */

import { SceneRefused, type ViewInLink } from '../../core/border/client';
import { viewStore } from '../../core/page/view-store';
import { type Moment, momentName, readPlaylistFile, readPlaylistFragment } from '../../core/playlist/playlist';
import { playlistStore, setPosition, takePlaylist } from '../../core/playlist/playlist-store';
import { clear, notify } from '../../core/scene/notices';
import type { Notice, SettingProblem } from '../../core/scene/scene-store';
import type { Inside } from '../../core/session/feature';
import { isPlaylistFragment } from '../../core/session/fragments';
import type { Opening } from '../../core/session/opening';
import type { AddressParser } from '../../core/session/parse-address';

/** Opens a link to a playlist: stores its list, and opens its first entry in the presenter. */
export async function parsePlaylist(fragment: string, parser: AddressParser): Promise<Opening> {
  const { list: before } = playlistStore.getState();
  const problems = await takeFromElsewhere(fragment, (scene) => parser.decode(scene));
  const notice: Notice | undefined = problems.length > 0 ? { kind: 'bad-playlist', problems } : undefined;
  const { list } = playlistStore.getState();
  const [first] = list === before ? [] : list.moments;
  if (first === undefined) return { ...parser.first(), notice };
  setPosition(0);
  const opening = await parser.link(first.fragment, {});
  return { ...opening, notice: notice ?? opening.notice, isOfPlaylist: true };
}

/** Opens an entry of the current playlist. If it cannot be opened, the scene does not change and a notice says so. */
export async function openMoment({ parser, open }: Inside, place: number): Promise<void> {
  const moment = playlistStore.getState().list.moments[place];
  if (moment === undefined) return;
  // The index is set at once, so that two clicks advance by two entries.
  setPosition(place);
  await open(() => parseMoment(moment, parser)).catch((problem: unknown) => {
    if (!(problem instanceof SceneRefused)) throw problem;
  });
}

/** Replaces the playlist with the one in a file. A notice names the parts that could not be parsed. */
export async function takePlaylistFile(text: string, { parser, perform }: Inside): Promise<readonly SettingProblem[]> {
  let problems: readonly SettingProblem[] = [];
  await perform('ask', async () => {
    problems = await takeFromElsewhere(text, (scene) => parser.decode(scene));
    clear('bad-playlist');
    if (problems.length > 0) notify({ kind: 'bad-playlist', problems });
  });
  return problems;
}

/** The presenter stays open. It keeps its theme and plot unless the entry sets them. */
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

/** Parses a link's fragment or a file's text with `decode`. If no part is valid, the current list is kept. */
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
