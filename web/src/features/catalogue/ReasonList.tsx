/** The reasons for which a discipline drops or marks. */

import type { CSSProperties } from 'react';
import { reasonGlyph, reasonInk } from '../../base/palette';
import type { DisciplineAbout, ReasonAbout } from '../../core/border/catalog';

interface Props {
  readonly about: DisciplineAbout;
  readonly reasons: readonly ReasonAbout[];
}

export function ReasonList({ about, reasons }: Props) {
  const own = about.reasons.flatMap((id) => reasons.find((reason) => reason.id === id) ?? []);
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="discipline-reasons">
      <h3 className="heading" id="discipline-reasons">
        Why packets are dropped or marked
      </h3>
      <dl className="discipline__quantities body">
        {own.map(({ id, name, meaning, family }) => (
          <div key={id}>
            <dt>
              <span style={{ color: `var(--${reasonInk(family)})` } as CSSProperties} aria-hidden="true">
                {reasonGlyph(family)}
              </span>{' '}
              {name}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
