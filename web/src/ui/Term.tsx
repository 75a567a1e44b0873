/** A word with an explanation on hover, focus and tap. `glossary.ts` loads when the first word needs it. */

import { lazy, type ReactNode, Suspense } from 'react';
import type { TermId } from '../base/glossary';
import { Hint } from './Hint';
import './term.css';

const Meaning = lazy(() =>
  import('./Meaning').then(
    ({ Meaning: known }) => ({ default: known }),
    // If the glossary cannot be loaded (offline), the note says so.
    () => ({ default: () => <>The explanation could not be loaded.</> }),
  ),
);

interface Props {
  readonly of: TermId;
  /** The word as written on the page. */
  readonly children: ReactNode;
}

export function Term({ of, children }: Props) {
  const note = (
    <Suspense>
      <Meaning of={of} />
    </Suspense>
  );
  return (
    <Hint note={note} className="term">
      {children}
    </Hint>
  );
}
