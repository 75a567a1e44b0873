/** The formulas below the queue, loaded when somebody asks for them. */

import { onDemand } from '../../ui/on-demand';

export const Theory = onDemand('The theory', async () => (await import('./TheoryOfScene')).TheoryOfScene);
