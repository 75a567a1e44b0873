/** The address that opens the scene from its start, whatever moment it stands at; '' while there is none. */

import { useEffect, useState } from 'react';
import type { Scenario } from '../../scenario/scenario';
import type { SceneActions } from '../../store/scene-store';

export function usePlainLink(scenario: Scenario | undefined, actions: Pick<SceneActions, 'linkOf'>): string {
  const [made, setMade] = useState<{ readonly scenario: Scenario; readonly link: string } | undefined>(undefined);
  useEffect(() => {
    if (scenario === undefined) return undefined;
    let isLatest = true;
    actions.linkOf(false).then(
      (link) => {
        if (isLatest) setMade({ scenario, link });
      },
      // The part with the link says why none can be made.
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [scenario, actions]);
  return made?.scenario === scenario ? (made?.link ?? '') : '';
}
