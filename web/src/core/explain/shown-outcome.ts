/** The explained decision, and its outcome as words, icon and colour. */

import { useView } from '../page/view-store';
import { type DecisionRecord, untilLastDrop } from '../run/decision';
import { focusedLane, type LaneRun } from '../run/lanes';
import { type Outcome, type OutcomeSource, outcomeGlyph, outcomeInk, outcomeOf } from '../run/outcome';
import { useRun } from '../run/use-run';
import { useShownDecision } from '../run/use-shown-decision';
import { isPlaying, useScene } from '../scene/scene-store';

/** The explained decision with its lane. */
interface ExplainedDecision {
  readonly lane: LaneRun;
  readonly decision: DecisionRecord | undefined;
  /**
   * The complete decision, while the run is stopped at a match: `decision` then ends at the match. Otherwise undefined.
   */
  readonly whole: DecisionRecord | undefined;
  /** True if this is the latest decision before the current simulated time. */
  readonly isLast: boolean;
  /** The latest decisions that are not about an arrival: departures and timer events. */
  readonly turns: readonly DecisionRecord[];
  /**
   * Value of `aria-live`: `off` while decisions come in quick succession, so that a screen reader does not announce
   * each one.
   */
  readonly live: 'off' | 'polite';
}

export function useExplainedDecision(lanes: readonly LaneRun[]): ExplainedDecision {
  const lane = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  useRun(lane.run);
  const isHeld = useScene((state) => state.isHalfway);
  const { decision, whole, isLast, turns } = useShownDecision(lane.run, isHeld, isPlaying);
  const isStreaming = useScene((state) => state.state === 'playing');
  return {
    lane,
    decision: decision && untilLastDrop(decision),
    whole,
    isLast,
    turns,
    live: isStreaming ? 'off' : 'polite',
  };
}

/** The outcome for a packet in words, icon and colour. */
export interface ShownOutcome {
  /** Outcome and reason, such as "Dropped: Early drop". */
  readonly title: string;
  readonly glyph: string;
  /** Name of the colour in the palette. */
  readonly ink: string;
  /** Meaning of the reason; undefined for an admitted packet. */
  readonly meaning: string | undefined;
}

const WORDS: Readonly<Record<Outcome['kind'], string>> = { admit: 'Admitted', drop: 'Dropped', mark: 'Marked' };

/** The outcome for a decision's packet. Undefined before the first decision. */
export function shownOutcome(decision: DecisionRecord | undefined, source: OutcomeSource): ShownOutcome | undefined {
  const outcome = decision && outcomeOf(decision, source);
  if (outcome === undefined) return undefined;
  const { catalog } = source;
  const reason = outcome.kind === 'admit' ? undefined : catalog.reasons.find(({ id }) => id === outcome.reason);
  const word = WORDS[outcome.kind];
  return {
    title: reason === undefined ? word : `${word}: ${reason.name}`,
    glyph: outcomeGlyph(outcome, catalog),
    ink: outcomeInk(outcome, catalog),
    meaning: reason?.meaning,
  };
}
