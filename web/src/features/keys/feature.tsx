/** The sheet of keys, loaded on demand. */

import type { ComponentProps } from 'react';
import { onDemand } from '../../ui/on-demand';
import type { KeySheet } from './KeySheet';

export const Keys = onDemand<ComponentProps<typeof KeySheet>>(
  'The sheet of keys',
  async () => (await import('./KeySheet')).KeySheet,
  {
    isQuiet: true,
    wayOut: ({ onClose }) => ({ name: 'Close', leave: onClose }),
  },
);
