/** Pictures that few disciplines need come when the first of these is looked at. */

import type { DisciplineAbout } from '../../engine/catalog';
import type { Picture } from './picture';

/** A picture of one's own for a lane of this view; undefined: the one queue, which is always at hand. */
export function loadPicture(view: DisciplineAbout['view']): Promise<Picture> | undefined {
  if (view === 'fifo' || view === 'fifo-with-regions') return undefined;
  if (view === 'fifo-with-bins') return import('./bins/bin-picture').then(({ binPicture }) => binPicture());
  return import('./queues/queue-picture').then(({ queuePicture }) => queuePicture());
}
