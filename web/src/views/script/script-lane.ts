/** Lanes that are scripts. */

import type { ScriptFacts, ScriptStop } from '../../engine/script';
import type { LaneRun } from '../../run/lanes';
import type { RunBuffer } from '../../run/run-buffer';
import { SCRIPT } from '../../scenario/scenario';

/** The lane that the editor is about: the one in focus if it is a script, else the first that is one. */
export function editedLane(lanes: readonly LaneRun[], focused: number): LaneRun | undefined {
  const scripted = lanes.filter(({ run }) => scriptOf(run) !== undefined);
  return scripted.find(({ index }) => index === focused) ?? scripted[0];
}

/** The text of a lane; undefined for a lane that is none. */
export function scriptOf({ facts }: Pick<RunBuffer, 'facts'>): string | undefined {
  const lane = facts.scenario.lanes[facts.lane];
  return lane?.aqm === SCRIPT ? (lane.script ?? undefined) : undefined;
}

export function factsOf({ facts }: Pick<RunBuffer, 'facts'>): ScriptFacts | undefined {
  return facts.script;
}

export function stopOf({ facts }: Pick<RunBuffer, 'facts'>): ScriptStop | undefined {
  return facts.stopped;
}
