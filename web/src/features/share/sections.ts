/**
 * The parts of the share dialog that follow the link, in order. `onDemand` makes each `Section`, which is loaded when
 * it is first shown.
 */

import type { ReactNode } from 'react';
import { onDemand } from '../../ui/on-demand';
import type { ShareSectionProps } from './section';

interface ShareSection {
  readonly id: string;
  /** The text on the tab of the part. */
  readonly name: string;
  readonly Section: (props: ShareSectionProps) => ReactNode;
}

export const SECTIONS: readonly ShareSection[] = [
  {
    id: 'embed',
    name: 'Embed',
    Section: onDemand('The embed', async () => (await import('./EmbedSection')).EmbedSection),
  },
  { id: 'file', name: 'File', Section: onDemand('Saving', async () => (await import('./FileSection')).FileSection) },
  {
    id: 'clip',
    name: 'Clip',
    Section: onDemand('The clip', async () => (await import('./clip/ClipSection')).ClipSection),
  },
  { id: 'cite', name: 'Cite', Section: onDemand('Citations', async () => (await import('./CiteSection')).CiteSection) },
  {
    id: 'simulators',
    name: 'Other simulators',
    Section: onDemand('The export', async () => (await import('./SimulatorSection')).SimulatorSection),
  },
];
