/** A word that explains itself on hover, focus and tap; the explanations stand in `glossary.ts`. */

import type { ReactNode } from 'react';
import { GLOSSARY, type TermId, withTermsMarked } from './glossary';
import { Hint } from './Hint';
import './term.css';

interface Props {
  readonly of: TermId;
  /** As the page writes it; else as the glossary does. */
  readonly children?: ReactNode;
}

export function Term({ of, children }: Props) {
  return (
    <Hint note={<Meaning of={of} />} className="term">
      {children ?? GLOSSARY[of].term}
    </Hint>
  );
}

/** A text of which the terms explain themselves. */
export function Terms({ text }: { readonly text: string }) {
  return withTermsMarked(text).map(({ text: part, id }) =>
    id === undefined ? (
      part
    ) : (
      <Term key={id} of={id}>
        {part}
      </Term>
    ),
  );
}

/** The words of the glossary about a term. */
export function Meaning({ of }: { readonly of: TermId }) {
  const { term, meaning, unit, source } = GLOSSARY[of];
  const small = [unit === undefined ? '' : unit === '1' ? 'without a unit' : `in ${unit}`, source ?? ''].filter(
    Boolean,
  );
  return (
    <>
      <b>{term}</b> {meaning}
      {small.length > 0 && <span className="term__source"> {small.join(' · ')}</span>}
    </>
  );
}
