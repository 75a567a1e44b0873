/** The share dialog, loaded when it is first opened. */

import { onDemand } from '../../ui/on-demand';
import type { ShareDialogProps } from './ShareDialog';

export const Share = onDemand<ShareDialogProps>('Sharing', async () => (await import('./ShareDialog')).ShareDialog, {
  isQuiet: true,
  wayOut: ({ onClose }) => ({ name: 'Close', leave: onClose }),
});
