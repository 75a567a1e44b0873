/** The way out: the same scene at the same moment in the lab, in a tab of its own. */

import { useCallback, useEffect, useRef } from 'react';
import { sceneStore, useScene } from '../core/scene/scene-store';
import type { Session } from '../core/session/session';
import { Icon } from '../ui/Icon';

export function OpenInLab({ session, isThere }: { readonly session: Session; readonly isThere: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  const scenario = useScene((state) => state.scenario);
  const state = useScene((scene) => scene.state);
  /** Being made, for the present moment of the run. */
  const asked = useRef<Promise<void>>(Promise.resolve());

  const renew = useCallback((): void => {
    asked.current = session.linkOf(true).then(
      (address) => {
        if (link.current !== null) link.current.href = address;
      },
      // Without engines, or where the scene is too long for a link, the one before stays.
      () => {},
    );
  }, [session]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scene or another state is another link.
  useEffect(() => {
    if (isThere && state !== 'playing' && state !== 'opening') renew();
  }, [isThere, scenario, state, renew]);

  /** It pauses, so that the link is of the very moment that was seen. */
  const hold = (): void => {
    if (sceneStore.getState().state === 'playing') session.togglePlay();
    renew();
  };
  return (
    <a
      ref={link}
      className="button button--quiet embed__out fixed small push"
      // Beside the embed.
      href="./"
      target="_blank"
      rel="noopener"
      title="Open this scene at this moment in the lab"
      onPointerDown={hold}
      onClick={(event) => {
        event.preventDefault();
        hold();
        void asked.current.then(() => window.open(link.current?.href, '_blank', 'noopener'));
      }}
    >
      <span className="word">Open in the lab</span>
      <Icon name="out" />
    </a>
  );
}
