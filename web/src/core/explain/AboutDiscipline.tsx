/**
 * Information about a discipline: its paper or standard, its idea, and the evidence that the code implements the
 * published rule.
 */

import { type KeyboardEvent, useRef } from 'react';
import { ConfidenceBadge } from '../../ui/ConfidenceBadge';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { SCRIPT } from '../border/scenario';
import type { DisciplineAbout } from '../run/run-buffer';

/** Text that opens over the explanation. Escape closes it. */
export function AboutDiscipline({ about }: { readonly about: DisciplineAbout }) {
  const details = useRef<HTMLDetailsElement>(null);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || details.current?.open !== true) return;
    event.stopPropagation();
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  };
  const isScript = about.id === SCRIPT;
  return (
    <details className="small soft explain-about" ref={details} onKeyDown={press}>
      <summary className="row row--tight gap-1 strong">
        About<span className="visually-hidden"> {about.name}</span>
      </summary>
      <ScrollRegion as="div" className="bubble stack scrolls scrolls--down body explain-about-text">
        <p>
          <strong>
            {about.name}, {isScript ? 'a script' : about.year}
          </strong>{' '}
          {about.confidence === 'medium' && <small>medium confidence </small>}
          {!isScript && <ConfidenceBadge confidence={about.confidence} note={about.confidence_note} />}
        </p>
        <p>{about.idea}</p>
        {!isScript && (
          <>
            <p>{about.citation}</p>
            <p>
              Remembers {MEMORY[about.memory]}. Confidence that this is the published discipline:{' '}
              <strong>{about.confidence}</strong>.
            </p>
            <p>{about.confidence_note}</p>
          </>
        )}
      </ScrollRegion>
    </details>
  );
}

const MEMORY: Readonly<Record<DisciplineAbout['memory'], string>> = {
  stateless: 'nothing about any flow',
  partial: 'something about some flows',
  'per-flow': 'something about every flow',
};
