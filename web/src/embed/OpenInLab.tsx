/** A link that opens the same scene in the lab in a new tab, at the same simulated time. */

import { useCallback, useEffect, useRef } from 'react';
import { sceneStore, useScene } from '../core/scene/scene-store';
import type { Session } from '../core/session/session';
import { Icon } from '../ui/Icon';

export function OpenInLab({ session, isThere }: { readonly session: Session; readonly isThere: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  const scenario = useScene((state) => state.scenario);
  const state = useScene((scene) => scene.state);
  /** The link being made for the current simulated time. */
  const asked = useRef<Promise<void>>(Promise.resolve());

  const renew = useCallback((): void => {
    asked.current = session.linkOf(true).then(
      (address) => {
        if (link.current !== null) link.current.href = address;
      },
      // If there is no engine, or the scene is too long for a link, the previous link stays.
      () => {},
    );
  }, [session]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link depends on the scene and the state.
  useEffect(() => {
    if (isThere && state !== 'playing' && state !== 'opening') renew();
  }, [isThere, scenario, state, renew]);

  /** Pauses the run when the user presses the link, so that the link opens the scene at the displayed time. */
  const hold = (): void => {
    if (sceneStore.getState().state === 'playing') session.togglePlay();
    renew();
  };
  return (
    <a
      ref={link}
      className="button button--quiet embed__out fixed small push"
      // The address of the lab, which is in the same folder as the embed. The link to the scene replaces this address
      // once the link has been made.
      href="./"
      target="_blank"
      rel="noopener"
      title="Open this scene in the lab at the current time"
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
