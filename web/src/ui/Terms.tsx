/** A text in which glossary terms have explanations. */

import { withTermsMarked } from '../base/glossary';
import { Term } from './Term';

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
