/** The paper panel, loaded when somebody opens it: most visits never do. */

import { onDemand } from '../../ui/on-demand';

export const Paper = onDemand('The paper', async () => (await import('./PaperPanel')).PaperPanel);
