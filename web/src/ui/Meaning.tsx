/** The explanation of a term from the glossary. */

import { GLOSSARY, type TermId } from '../base/glossary';

export function Meaning({ of }: { readonly of: TermId }) {
  const { term, meaning, unit, source } = GLOSSARY[of];
  const small = [unit === undefined ? '' : unit === '1' ? 'without a unit' : `in ${unit}`, source ?? ''].filter(
    Boolean,
  );
  return (
    <>
      <dfn className="strong term__name">{term}</dfn> {meaning}
      {small.length > 0 && <span className="small soft"> {small.join(' · ')}</span>}
    </>
  );
}
