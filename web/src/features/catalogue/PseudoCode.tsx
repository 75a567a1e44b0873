/**
 * A discipline's pseudo-code without a run. Quantities are shown as symbols with tooltips. A line that depends on
 * settings names them.
 */

import type { CSSProperties } from 'react';
import type { DisciplineAbout } from '../../core/border/catalog';
import { conditionWords, cutLine, quantityMeaning } from '../../core/run/pseudo-code';

export function PseudoCode({ about }: { about: DisciplineAbout }) {
  return (
    <ol className="discipline__code box mono body">
      {about.code.map((codeLine, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position.
        <li key={line} style={{ '--indent': codeLine.indent } as CSSProperties}>
          {cutLine(codeLine.text, about.quantities).map((part, at) =>
            part.kind === 'text' ? (
              part.text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
              <var key={at} title={quantityMeaning(part.quantity)}>
                {part.quantity.symbol}
              </var>
            ),
          )}
          {codeLine.only_if.length > 0 && <span className="small soft"> if {conditionWords(codeLine)}</span>}
          {codeLine.or.map((wording) => (
            <span key={wording.text} className="small soft">
              {' '}
              or, if {conditionWords(wording)}, “{wording.text}”
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
