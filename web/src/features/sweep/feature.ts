import { toggleWorkspace } from '../../core/page/view-store';
import type { Feature, TabProps } from '../../core/session/feature';
import { onDemand } from '../../ui/on-demand';

/** Many runs of the scene over values of its settings. */
export const SWEEP: Feature = {
  id: 'sweep',
  tab: {
    id: 'sweep',
    name: 'Explore',
    meaning: 'Many runs: results over one or two settings (s)',
    Panel: onDemand<TabProps>('The sweep', async () => (await import('./SweepPanel')).SweepPanel),
    // Accepts any value from a link. The panel checks it when it loads.
    readSetting: (given) => given,
  },
  file: {
    holds: (text) => /^[\s\uFEFF]*\{/.test(text) && /"(scenes?|over)"\s*:/.test(text),
    take: async (text, inside) => (await import('./file/sweep-file')).takeSweepFile(text, inside),
    binary: {
      magic: 'PAR1',
      take: async (file, name, inside) => (await import('./study/take-study')).takeStudy(file, name, inside),
    },
  },
  keys: { s: { does: 'A sweep over settings of the scene, or back', press: () => toggleWorkspace('sweep') } },
};
