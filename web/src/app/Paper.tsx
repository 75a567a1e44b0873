/** The paper panel, loaded when somebody opens it: most visits never do. */

import { lazy } from 'react';
import type { LaneRun } from '../run/lanes';
import type { SceneActions } from '../store/scene-store';
import { Lazy } from './Lazy';

const PaperPanel = lazy(() => import('../views/paper/PaperPanel').then((module) => ({ default: module.PaperPanel })));

export function Paper(props: { readonly lanes: readonly LaneRun[]; readonly actions: SceneActions }) {
  return (
    <Lazy what="The paper">
      <PaperPanel {...props} />
    </Lazy>
  );
}
