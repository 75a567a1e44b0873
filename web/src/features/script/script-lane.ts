/** Lanes whose discipline is a script. */

import { SCRIPT } from '../../core/border/scenario';
import type { LaneRun } from '../../core/run/lanes';
import type { RunBuffer } from '../../core/run/run-buffer';

/** The lane in the editor: the focused lane if its discipline is a script, otherwise the first lane with a script. */
export function editedLane(lanes: readonly LaneRun[], focused: number): LaneRun | undefined {
  const scripted = lanes.filter(({ run }) => scriptOf(run) !== undefined);
  return scripted.find(({ index }) => index === focused) ?? scripted[0];
}

/** The script of a lane. Undefined for other disciplines. */
export function scriptOf({ facts }: Pick<RunBuffer, 'facts'>): string | undefined {
  const lane = facts.scenario.lanes[facts.lane];
  return lane?.aqm === SCRIPT ? (lane.script ?? undefined) : undefined;
}
