/** The link of the scene on the page, made anew whenever the scene changes. */

import { useEffect, useState } from 'react';
import { SceneRefused } from '../../core/border/client';
import { type SceneActions, type SettingProblem, useScene } from '../../core/scene/scene-store';

export interface SceneLink {
  /** '' while there is none. */
  readonly link: string;
  /** Why the engine refuses to make one. */
  readonly problems: readonly SettingProblem[];
  /** The engine does not answer. */
  readonly isUnanswered: boolean;
}

const NONE: SceneLink = { link: '', problems: [], isUnanswered: false };

export function useSceneLink(withMoment: boolean, actions: Pick<SceneActions, 'linkOf'>): SceneLink {
  const scenario = useScene((state) => state.scenario);
  // The view is in the link as well; the dialog covers the controls that change it.
  const [made, setMade] = useState(NONE);
  // The scene can change while the dialog is open: an answer that comes late must not win.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scenario is another link.
  useEffect(() => {
    let isLatest = true;
    const take = (link: SceneLink): void => {
      if (isLatest) setMade(link);
    };
    actions.linkOf(withMoment).then(
      (link) => take({ ...NONE, link }),
      // The link before opens another scene.
      (problem: unknown) =>
        take(
          problem instanceof SceneRefused ? { ...NONE, problems: problem.problems } : { ...NONE, isUnanswered: true },
        ),
    );
    return () => {
      isLatest = false;
    };
  }, [withMoment, scenario, actions]);
  return made;
}
