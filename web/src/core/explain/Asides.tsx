/**
 * Caption for the outlined lines of pseudo-code. They did not run for the explained packet, but during a departure or a
 * timer event, which the caption names.
 */

import { formatFixed } from '../../base/format';
import type { SceneFacts } from '../border/client';
import { turnWords } from '../run/describe-decision';
import type { DecisionRecord } from '../run/run-buffer';

interface Props {
  /** The departure and the timer event in which outlined lines were executed. Either may be missing. */
  readonly turns: readonly DecisionRecord[];
  readonly facts: SceneFacts;
}

/** Words for the event in which the outlined lines ran: a departure (`exit`) or a timer event. */
const WHEN = { exit: 'at dequeue', timer: 'on a timer' } as const;

export function Asides({ turns, facts }: Props) {
  if (turns.length === 0) return null;
  // Times are left out if there are two events, because this line has no room for both.
  const when = (time_s: number): string => (turns.length > 1 ? '' : `, ${formatFixed(time_s, 3)} s`);
  const sentence = `Outlined lines ran ${turns.map((turn) => turnWords(turn, facts)).join(' and ')}.`;
  return (
    <p className="row row--tight gap-2 small soft unbroken" title={sentence}>
      <span className="visually-hidden">{sentence}</span>
      <span className="asides" aria-hidden="true" />
      <span aria-hidden="true">
        ran {turns.map(({ trigger, time_s }) => WHEN[trigger ?? 'exit'] + when(time_s)).join(', ')}
      </span>
    </p>
  );
}
