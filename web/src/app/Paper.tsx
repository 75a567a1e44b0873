/** The paper panel, loaded when somebody opens it: most visits never do. */

import { onDemand } from '../base/on-demand';

export const Paper = onDemand('The paper', async () => (await import('../views/paper/PaperPanel')).PaperPanel);
