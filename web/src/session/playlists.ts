/** A playlist from elsewhere: what of it can be opened is put at hand, the rest is named. Loaded when there is one. */

import { SceneRefused } from '../engine/client';
import { type Moment, momentName, readPlaylistFile, readPlaylistFragment } from '../store/playlist';
import { takePlaylist } from '../store/playlist-store';
import type { SettingProblem } from '../store/scene-store';
import { isPlaylistFragment } from './scene-address';

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
      const [first] = problem.problems;
      problems.push({
        path: momentName(place, moment.title),
        problem: `cannot be opened: ${first === undefined ? 'its link is damaged' : `${first.path} ${first.problem}`}`,
      });
    }
  }
  if (sound.length > 0) takePlaylist({ name: list.name, moments: sound }, undefined);
  else if (problems.length === 0) problems.push({ path: 'playlist', problem: 'has no moments' });
  return problems;
}
