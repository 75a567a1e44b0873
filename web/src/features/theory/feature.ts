import { toggleWorkspace } from '../../core/page/view-store';
import type { Feature, TabProps } from '../../core/session/feature';
import { onDemand } from '../../ui/on-demand';
import { THEORY as ID, readTheorySettings } from './theory-settings';

/** The formulas of the scene, as interactive pictures. */
export const THEORY: Feature = {
  id: ID,
  tab: {
    id: ID,
    name: 'Theory',
    within: 'paper',
    meaning: 'The formulas behind the scene, to play with (t)',
    Panel: onDemand<TabProps>('The theory', async () => (await import('./TheoryOfScene')).TheoryOfScene),
    readSetting: readTheorySettings,
  },
  keys: { t: { does: 'The formulas behind the scene, or back', press: () => toggleWorkspace(ID) } },
};
