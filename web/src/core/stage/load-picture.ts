/** Pictures that few disciplines need come when the first of these is looked at. */

import { loadedAtLast } from '../../base/attempts';
import type { DisciplineAbout } from '../border/catalog';
import { clear, notify } from '../scene/notices';
import type { Picture } from './picture';

/** A picture of one's own for a lane of this view; undefined: the one queue, which is always at hand. */
export function loadPicture(view: DisciplineAbout['view'], onFailure: () => void): Promise<Picture> | undefined {
  if (view === 'fifo' || view === 'fifo-with-regions') return undefined;
  return patiently(
    async () =>
      view === 'fifo-with-bins'
        ? (await import('./bins/bin-picture')).binPicture()
        : (await import('./queues/queue-picture')).queuePicture(),
    onFailure,
  );
}

/** The run goes on while the stage has no picture; the page says why, and until when. */
async function patiently(load: () => Promise<Picture>, onFailure: () => void): Promise<Picture> {
  const picture = await loadedAtLast(load, () => {
    onFailure();
    notify({ kind: 'not-drawn' });
  });
  clear('not-drawn');
  return picture;
}
