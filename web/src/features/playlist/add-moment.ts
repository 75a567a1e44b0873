/** The scene as it stands becomes the last moment of the playlist. */

import { formatTime } from '../../base/format';
import { withMoment } from '../../core/playlist/playlist';
import { playlistStore, takePlaylist } from '../../core/playlist/playlist-store';
import { type SceneActions, sceneStore } from '../../core/scene/scene-store';

/** Fails where no link can be made of the scene. */
export async function addThisMoment(actions: Pick<SceneActions, 'linkOf'>, now_s: number): Promise<void> {
  const link = await actions.linkOf(true);
  const { list, at } = playlistStore.getState();
  // The moment first: fields cut what is long, and scenes repeat.
  const title = `${formatTime(now_s)}, ${sceneStore.getState().scenario?.title ?? ''}`;
  takePlaylist(withMoment(list, { title, fragment: link.slice(link.indexOf('#') + 1) }), at);
}
