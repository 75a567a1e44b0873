/** A part that may be larger than its area. It is focusable, because keys scroll only what has the focus. */

import { type ComponentPropsWithRef, createElement } from 'react';

interface Props extends ComponentPropsWithRef<'section'> {
  /** The element to render. */
  readonly as?: 'section' | 'div' | 'ol' | 'pre';
  /** Name for screen readers. */
  readonly label?: string;
}

export function ScrollRegion({ as = 'section', label, ...props }: Props) {
  return createElement(as, { tabIndex: 0, 'aria-label': label, ...props });
}
