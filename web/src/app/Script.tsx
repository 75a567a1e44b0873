/** The editor of scripts, loaded when somebody opens it. */

import { onDemand } from '../base/on-demand';

export const Script = onDemand('The script', async () => (await import('../views/script/ScriptPanel')).ScriptPanel);
