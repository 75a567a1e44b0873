/** Brings the notice of a newer version onto the page, in a root of its own: the lab need not know of it. */

import { createRoot } from 'react-dom/client';
import type { SceneActions } from '../../core/scene/scene-store';
import { UpdateNotice } from './UpdateNotice';

/** `load` opens the newer version at the address of that moment. */
export function showUpdate(actions: Pick<SceneActions, 'holdMoment'>, load: () => Promise<void>): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<UpdateNotice actions={actions} onLoad={load} />);
}
