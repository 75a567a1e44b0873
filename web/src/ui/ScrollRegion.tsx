/** A part that may be longer or wider than its place: it takes the focus, since keys scroll only the focused part. */

import { type ComponentPropsWithRef, createElement } from 'react';

interface Props extends ComponentPropsWithRef<'section'> {
  /** The element that it is. */
  readonly as?: 'section' | 'div' | 'ol' | 'pre';
  /** Its name, for screen readers. */
  readonly label?: string;
}

export function ScrollRegion({ as = 'section', label, ...props }: Props) {
  return createElement(as, { tabIndex: 0, 'aria-label': label, ...props });
}
