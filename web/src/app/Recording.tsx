/** What is told of the recording whose packets come in the first lane; loaded when there is one. */

import { onDemand } from '../base/on-demand';
import type { Session } from '../session/session';
import { useScene } from '../store/scene-store';

const RecordingBar = onDemand(
  'The recording',
  async () => (await import('../views/recording/RecordingBar')).RecordingBar,
  { isQuiet: true },
);

export function Recording({ session }: { session: Session }) {
  const recording = useScene((state) => state.recording);
  return recording && <RecordingBar recording={recording} actions={session} />;
}
