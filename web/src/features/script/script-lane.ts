/** Lanes that are scripts. */

import { SCRIPT } from '../../core/border/scenario';
import type { LaneRun } from '../../core/run/lanes';
import type { RunBuffer } from '../../core/run/run-buffer';

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
