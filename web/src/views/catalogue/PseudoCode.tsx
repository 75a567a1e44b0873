/** The pseudo-code of a discipline at rest: quantities by their symbols, each explained where it is pointed at. */

import type { CSSProperties } from 'react';
import type { DisciplineAbout } from '../../engine/catalog';
import { cutLine, quantityMeaning } from '../../run/pseudo-code';

export function PseudoCode({ about }: { about: DisciplineAbout }) {
  return (
    <ol className="discipline__code">
      {about.code.map(({ indent, text }, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <li key={line} style={{ '--indent': indent } as CSSProperties}>
          {cutLine(text, about.quantities).map((part, at) =>
            part.kind === 'text' ? (
              part.text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
              <var key={at} title={quantityMeaning(part.quantity)}>
                {part.quantity.symbol}
              </var>
            ),
          )}
        </li>
      ))}
    </ol>
  );
}
