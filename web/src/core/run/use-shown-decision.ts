/** The decision that panels show: of the lane that they are about, calm enough to be read. */

import { useEffect, useState } from 'react';
import { type DecisionRecord, drewMatch, untilMatch } from './decision';
import { onFrame } from './frame-loop';
import type { RunBuffer } from './run-buffer';
import { chooseDecision, NOTHING_SHOWN } from './shown-decision';

/** A decision, and whether it is the last one before the present moment. */
interface Chosen {
  readonly decision: DecisionRecord | undefined;
  readonly isLast: boolean;
  /** The last departure and the last run of the timer before the present moment; nothing where the decision is not the last. */
  readonly turns: readonly DecisionRecord[];
}

const NONE: Chosen = { decision: undefined, isLast: true, turns: [] };

/**
 * The decision to show: half of it, up to the match, where the run is held between the draws and the outcome; `whole`
 * is the whole of it then. `isHeld`: true if it is; `isPlaying`, always the same function: true while the clock moves.
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

/** The last decision, or one of the last; changes at most four times a second while decisions stream by. */
function useCalmDecision(run: RunBuffer, isPlaying: () => boolean): Chosen {
  const [told, setTold] = useState<Chosen & { readonly run: RunBuffer; readonly scene: number }>();
  useEffect(() => {
    let shown = NOTHING_SHOWN;
    let scene = -1;
    let isToldLast = true;
    let turns = NONE.turns;
    return onFrame('model', (now_ms) => {
      const isBare = run.decision === undefined && shown !== NOTHING_SHOWN;
      // Another scene, or back at a moment before the first packet.
      if (scene !== run.scene || isBare) {
        scene = run.scene;
        shown = NOTHING_SHOWN;
        setTold({ run, scene, ...NONE });
      }
      const choice = chooseDecision(shown, run.decision, run.latestMatch, now_ms);
      shown = choice.shown;
      const isLast = (serial: number): boolean => serial === (run.decision?.serial ?? serial);
      if (choice.decision !== undefined) {
        // While they stream by, the one that is shown is not the last for longer than a frame.
        const isStill = !isPlaying() || choice.isOneByOne;
        isToldLast = isStill && isLast(choice.decision.serial);
        turns = isToldLast ? run.turns : NONE.turns;
        setTold({ run, scene, decision: choice.decision, isLast: isToldLast, turns });
      } else if (!isPlaying() && isLast(shown.serial) && !(isToldLast && turns === run.turns)) {
        // If the stream rests, the shown decision is the last one after all; and a departure may follow it.
        isToldLast = true;
        turns = run.turns;
        setTold((before) => before && { ...before, isLast: true, turns: run.turns });
      }
    });
  }, [run, isPlaying]);
  // A decision of another lane or of the scene before does not fit the code of this one.
  return told?.run === run && told.scene === run.scene ? told : NONE;
}
