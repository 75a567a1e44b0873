import { toggleWorkspace } from '../../core/page/view-store';
import type { Feature, TabProps } from '../../core/session/feature';
import { onDemand } from '../../ui/on-demand';

/** The editor for disciplines that users write. */
export const SCRIPT: Feature = {
  id: 'script',
  tab: {
    id: 'script',
    name: 'Write',
    stage: 'beside',
    meaning: 'An algorithm of your own, written here (w)',
    Panel: onDemand<TabProps>('The editor', async () => (await import('./ScriptOfSession')).ScriptOfSession),
  },
  keys: { w: { does: 'The editor of scripts, or back', press: () => toggleWorkspace('script') } },
};
