import { toggleWorkspace } from '../../core/page/view-store';
import type { Feature, TabProps } from '../../core/session/feature';
import { onDemand } from '../../ui/on-demand';
import { PAPER_ID, readPaperSettings } from './curves/paper-settings';

/** The paper's printed values beside ours, loaded on demand. */
export const PAPER: Feature = {
  id: PAPER_ID,
  tab: {
    id: PAPER_ID,
    name: 'Paper',
    meaning: 'The paper’s values beside those of this run (v)',
    Panel: onDemand<TabProps>('The paper', async () => (await import('./PaperPanel')).PaperPanel),
    readSetting: readPaperSettings,
  },
  keys: {
    v: {
      does: 'The paper’s values beside the run’s, or back',
      press: () => toggleWorkspace(PAPER_ID),
    },
  },
};
