/** When the lines ran that this packet did not run: as another one left, or as a timer ran out. */

import type { SceneFacts } from '../border/client';
import { turnWords } from '../run/describe-decision';
import type { DecisionRecord } from '../run/run-buffer';

interface Props {
  /** Each turn with the lines that it lit. */
  readonly asides: readonly { readonly turn: DecisionRecord; readonly lines: string }[];
  readonly facts: SceneFacts;
}

export function Asides({ asides, facts }: Props) {
  if (asides.length === 0) return null;
  return (
    <p className="small soft rule__source">
      {asides.map(({ turn, lines }, place) => (
        <span key={turn.trigger}>
          {place > 0 && '; '}
          <span className="rule__aside">{lines}</span> {turnWords(turn, facts)}
        </span>
      ))}
    </p>
  );
}
