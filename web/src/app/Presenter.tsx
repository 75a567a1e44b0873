/** The presenter, loaded on demand: one screen for a lecture hall, shown in place of the lab. */

import { togglePresenting } from '../core/page/view-store';
import { onDemand } from '../ui/on-demand';
import type { PresenterProps } from './presenter/PresenterScreen';

/**
 * Media query for screens large enough for the presenter's type. On smaller screens, a link to the presenter opens the
 * lab.
 */
export const HAS_ROOM_TO_PRESENT = '(min-width: 961px) and (min-height: 480px)';

export const Presenter = onDemand<PresenterProps>(
  'The presenter',
  async () => (await import('./presenter/PresenterScreen')).PresenterScreen,
  {
    wayOut: () => ({ name: 'Back to the lab', leave: togglePresenting }),
  },
);
