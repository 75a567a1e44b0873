/** On-demand loading of the pictures that only a few disciplines need. */

import { loadedAtLast } from '../../base/attempts';
import type { DisciplineAbout } from '../border/catalog';
import { clear, notify } from '../scene/notices';
import type { Picture } from './picture';

/**
 * Loads the code that draws the queues of a discipline. Undefined for a view of a single queue, whose code is always
 * loaded.
 */
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

/** Retries until the picture is loaded. Meanwhile the run continues without a picture, and a notice says so. */
async function patiently(load: () => Promise<Picture>, onFailure: () => void): Promise<Picture> {
  const picture = await loadedAtLast(load, () => {
    onFailure();
    notify({ kind: 'not-drawn' });
  });
  clear('not-drawn');
  return picture;
}
