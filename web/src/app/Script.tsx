/** The editor of scripts, loaded when somebody opens it, with what it asks of the session. */

import { onDemand } from '../base/on-demand';
import type { LaneRun } from '../run/lanes';
import type { Session } from '../session/session';

interface Props {
  readonly session: Session;
  readonly lanes: readonly LaneRun[];
}

export const Script = onDemand<Props>('The editor', async () => (await import('./ScriptOfSession')).ScriptOfSession);
