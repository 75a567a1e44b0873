/** Adds the notice of a newer version in a separate React root, so that the lab has no code for it. */

import { createRoot } from 'react-dom/client';
import type { SceneActions } from '../../core/scene/scene-store';
import { UpdateNotice } from './UpdateNotice';

/** Shows the notice. `load` opens the newer version at the current address. */
export function showUpdate(actions: Pick<SceneActions, 'holdMoment'>, load: () => Promise<void>): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<UpdateNotice actions={actions} onLoad={load} />);
}
