/** The facts about the recording in the first lane; loaded on demand. */

import { useScene } from '../../core/scene/scene-store';
import type { Feature } from '../../core/session/feature';
import { isLiveFragment } from '../../core/session/fragments';
import type { Session } from '../../core/session/session';
import { onDemand } from '../../ui/on-demand';

const RecordingBar = onDemand('The recording', async () => (await import('./RecordingBar')).RecordingBar, {
  isQuiet: true,
});

/** Recordings of real packets, including live ones from the router that serves the page. */
export const RECORDING: Feature = {
  id: 'recording',
  address: {
    names: isLiveFragment,
    parse: async (fragment, { run }) => (await import('../../core/session/recordings')).parseLive(fragment, run),
  },
};

export function Recording({ session }: { session: Session }) {
  const recording = useScene((state) => state.recording);
  return recording && <RecordingBar recording={recording} actions={session} />;
}
