/** What stands below the queue: the live plots, the paper beside the run, the formulas, or a sweep, or an editor. */

import { type Segment, Segments } from '../../ui/Segments';
import { showBelow, useView, type ViewState } from '../page/view-store';

type Below = ViewState['below'];

const CHOICES: readonly Segment<Below>[] = [
  { id: 'plots', name: 'Plots', meaning: 'What happens over time' },
  { id: 'paper', name: 'Paper', meaning: 'What the paper says beside what comes out here (v)' },
  { id: 'theory', name: 'Theory', meaning: 'The formulas behind the scene, to play with (t)' },
  { id: 'sweep', name: 'Sweep', meaning: 'Many runs: what comes out over the values of one setting or two (s)' },
  { id: 'script', name: 'Script', meaning: 'An algorithm of your own, written here (w)' },
];

/** `without`: what has a place of its own on a narrow screen. */
export function BelowSwitch({ without }: { without?: Below }) {
  const below = useView((state) => state.below);
  // Distributions are plots, reached from that of the queue.
  const shown = below === without || below === 'distributions' ? 'plots' : below;
  return (
    <Segments
      label="Below the queue"
      choices={CHOICES.filter(({ id }) => id !== without)}
      chosen={shown}
      onChoose={showBelow}
    />
  );
}
