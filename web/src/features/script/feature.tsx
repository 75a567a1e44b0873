/** The editor of scripts, loaded when somebody opens it, with what it asks of the session. */

import type { LaneRun } from '../../core/run/lanes';
import type { Session } from '../../core/session/session';
import { onDemand } from '../../ui/on-demand';

interface Props {
  readonly session: Session;
  readonly lanes: readonly LaneRun[];
}

export const Script = onDemand<Props>('The editor', async () => (await import('./ScriptOfSession')).ScriptOfSession);
