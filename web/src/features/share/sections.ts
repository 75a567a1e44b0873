/**
 * The parts of the share dialog after the link, in order. `onDemand` wraps each `Section`, which loads when first
 * shown.
 */

import type { ReactNode } from 'react';
import { onDemand } from '../../ui/on-demand';
import type { ShareSectionProps } from './section';

interface ShareSection {
  readonly id: string;
  /** The label of the part's tab. */
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
