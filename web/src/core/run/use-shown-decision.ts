/** The decision that panels show for a lane. It changes slowly enough to be read. */

import { useEffect, useState } from 'react';
import { type DecisionRecord, drewMatch, untilMatch } from './decision';
import { onFrame } from './frame-loop';
import type { RunBuffer } from './run-buffer';
import { chooseDecision, NOTHING_SHOWN } from './shown-decision';

/** A decision, and whether it is the last decision before the displayed time. */
interface Chosen {
  readonly decision: DecisionRecord | undefined;
  readonly isLast: boolean;
  /**
   * The run's last departure and last timer event. Empty if the run has made a later decision than the displayed one,
   * since both events may then be later than the displayed time.
   */
  readonly turns: readonly DecisionRecord[];
}

const NONE: Chosen = { decision: undefined, isLast: true, turns: [] };

/**
 * The displayed decision. If the run has stopped at a match, `decision` ends at the match, and `whole` is the complete
 * decision. `isPlaying()` returns true while the clock runs. The component must pass the same function in every render,
 * since a new function would restart the choice of the displayed decision.
 */
export function useShownDecision(
  run: RunBuffer,
  isHeld: boolean,
  isPlaying: () => boolean,
): Chosen & { readonly whole: DecisionRecord | undefined } {
  const chosen = useCalmDecision(run, isPlaying);
  const { decision } = chosen;
  const isHalfway = isHeld && decision !== undefined && decision.serial === run.decision?.serial && drewMatch(decision);
  return isHalfway ? { ...chosen, decision: untilMatch(decision), whole: decision } : { ...chosen, whole: undefined };
}

/**
 * Chooses the last decision or a recent one. While decisions come in quick succession, the choice changes at most four
 * times a second.
 */
function useCalmDecision(run: RunBuffer, isPlaying: () => boolean): Chosen {
  const [displayed, setDisplayed] = useState<Chosen & { readonly run: RunBuffer; readonly scene: number }>();
  useEffect(() => {
    let shown = NOTHING_SHOWN;
    let scene = -1;
    let isLastShown = true;
    let turns = NONE.turns;
    return onFrame('model', (now_ms) => {
      const isBare = run.decision === undefined && shown !== NOTHING_SHOWN;
      // No decision is displayed after another scene was opened, and at a time before the first packet.
      if (scene !== run.scene || isBare) {
        scene = run.scene;
        shown = NOTHING_SHOWN;
        setDisplayed({ run, scene, ...NONE });
      }
      const choice = chooseDecision(shown, run.decision, run.latestMatch, now_ms);
      shown = choice.shown;
      const isLast = (serial: number): boolean => serial === (run.decision?.serial ?? serial);
      if (choice.decision !== undefined) {
        // In quick succession, the next decision follows within a frame. The displayed decision would be the latest
        // only for this frame, so it is not presented as the latest.
        const isStill = !isPlaying() || choice.isOneByOne;
        isLastShown = isStill && isLast(choice.decision.serial);
        turns = isLastShown ? run.turns : NONE.turns;
        setDisplayed({ run, scene, decision: choice.decision, isLast: isLastShown, turns });
      } else if (!isPlaying() && isLast(shown.serial) && !(isLastShown && turns === run.turns)) {
        // When the run pauses, the displayed decision counts as the latest. The last departure and timer event are
        // shown with it.
        isLastShown = true;
        turns = run.turns;
        setDisplayed((before) => before && { ...before, isLast: true, turns: run.turns });
      }
    });
  }, [run, isPlaying]);
  // A decision of another lane or of the previous scene would not match the code of this lane, so nothing is displayed.
  return displayed?.run === run && displayed.scene === run.scene ? displayed : NONE;
}
