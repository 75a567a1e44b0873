/** The paper panel, loaded when somebody opens it: most visits never do. */

import { Component, lazy, type ReactNode, Suspense } from 'react';
import type { LaneRun } from '../run/lanes';
import type { SceneActions } from '../store/scene-store';

const PaperPanel = lazy(() => import('../views/paper/PaperPanel').then((module) => ({ default: module.PaperPanel })));

export function Paper(props: { readonly lanes: readonly LaneRun[]; readonly actions: SceneActions }) {
  return (
    <Loaded>
      <Suspense fallback={<p className="paper-waiting">Opening the paper…</p>}>
        <PaperPanel {...props} />
      </Suspense>
    </Loaded>
  );
}

/** A panel that cannot be loaded, offline for example, must not take the page with it. */
class Loaded extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (this.state.isBroken)
      return <p className="paper-waiting">The paper panel could not be loaded. Please reload the page.</p>;
    return this.props.children;
  }
}
