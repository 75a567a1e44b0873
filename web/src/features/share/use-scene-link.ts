/** The link to the scene on the page, made again whenever the scene changes. */

import { useEffect, useState } from 'react';
import { whileWanted } from '../../base/while-wanted';
import { SceneRefused } from '../../core/border/client';
import { type SceneActions, type SettingProblem, useScene } from '../../core/scene/scene-store';

export interface SceneLink {
  /** The link; '' while there is none. */
  readonly link: string;
  /** Problems of the scene that prevent a link. */
  readonly problems: readonly SettingProblem[];
  /** True if the engine does not respond. */
  readonly isUnanswered: boolean;
}

const NONE: SceneLink = { link: '', problems: [], isUnanswered: false };

export function useSceneLink(withMoment: boolean, actions: Pick<SceneActions, 'linkOf'>): SceneLink {
  const scenario = useScene((state) => state.scenario);
  // The link also contains the view. The dialog covers the controls of the view, so only a changed scene needs a new
  // link.
  const [made, setMade] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link depends on the scenario.
  useEffect(
    () =>
      whileWanted(
        actions.linkOf(withMoment),
        (link) => setMade({ ...NONE, link }),
        // The previous link would open another scene, so it is removed.
        (problem) =>
          setMade({
            ...NONE,
            ...(problem instanceof SceneRefused ? { problems: problem.problems } : { isUnanswered: true }),
          }),
      ),
    [withMoment, scenario, actions],
  );
  return made;
}
