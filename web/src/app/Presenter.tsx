/** The presenter, loaded when somebody presents: one screen for a lecture hall in place of the lab. */

import { lazy } from 'react';
import { Lazy } from './Lazy';
import type { PresenterProps } from './presenter/PresenterScreen';

/** Smaller screens show the lab, whatever a link says: one page of large type needs room. */
export const HAS_ROOM_TO_PRESENT = '(min-width: 961px) and (min-height: 480px)';

const PresenterScreen = lazy(() =>
  import('./presenter/PresenterScreen').then((module) => ({ default: module.PresenterScreen })),
);

export function Presenter(props: PresenterProps) {
  return (
    <Lazy what="The presenter">
      <PresenterScreen {...props} />
    </Lazy>
  );
}
