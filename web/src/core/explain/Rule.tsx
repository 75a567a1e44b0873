/** The rule of a discipline in the words of its paper: numbered lines with the values of the packet. */

import type { CSSProperties } from 'react';
import type { DecisionRecord } from '../run/run-buffer';
import { decisionInk } from './decision-ink';
import type { ExplainSource } from './explain-model';
import { Formula } from './Formula';
import { lastCarriedOut, NEXT, type RuleLineDisplay } from './rule-model';
import './rule.css';

interface Props {
  /** Lines of the rule, with the values of this decision. */
  readonly lines: readonly RuleLineDisplay[];
  readonly decision: DecisionRecord | undefined;
  /**
   * The complete decision, while the run is stopped at a match: `decision` then ends at the match. Otherwise undefined.
   */
  readonly whole: DecisionRecord | undefined;
  readonly source: ExplainSource;
  /** Maximum number of lines: the last executed ones are shown. If absent, all lines are shown. */
  readonly most?: number | undefined;
}

/** The state of a line in words, for screen readers. */
const SPOKEN = { idle: '', ran: 'Ran: ', decided: 'Ran: ', next: 'Next: ', aside: 'Ran before: ' } as const;

export function Rule({ lines, decision, whole, source, most }: Props) {
  const { about } = source;
  const ink = decisionInk(decision, whole, source);
  return (
    <ol className="rule" aria-label={`Rule of ${about.name}`} style={{ '--outcome': `var(--${ink})` } as CSSProperties}>
      {(most === undefined ? lines : lastCarriedOut(lines, most)).map(
        ({ number, indent, text, state, found, room, answer }) => (
          <li key={number} className="rule__line" data-state={state}>
            <span className="rule__number">{number}</span>
            <span style={{ '--indent': indent } as CSSProperties} className="rule__text">
              {state !== 'idle' && <span className="visually-hidden">{SPOKEN[state]}</span>}
              <Formula text={text} about={about} />
            </span>
            <span className="unbroken rule__found" data-room={room}>
              {state === 'next' ? NEXT : found}
              {answer !== undefined && <span className="soft plain"> {answer}</span>}
            </span>
          </li>
        ),
      )}
    </ol>
  );
}
