/** The composition root: picks the engine, reads the presets, puts the page together. */

import './base/base.css';
import { presets } from 'virtual:presets';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { addressOf, followHistory, readFragment, writeFragment } from './app/address';
import { followTheme, whatIsMissing } from './app/browser';
import { Fault } from './app/Fault';
import { connectWorker } from './engine/bridge';
import { onFrame } from './run/frame-loop';
import { Session } from './session/session';
import { sceneStore } from './store/scene-store';

followTheme();
const session = new Session(presets, {
  connect: connectWorker,
  readFragment,
  writeFragment,
  addressOf,
  onFrame,
  report: (problem) => reportError(problem),
});
// The engine starts while React draws the frame around it.
const reason = whatIsMissing();
if (reason === undefined) {
  void session.start();
  followHistory(() => session.followAddress());
} else sceneStore.setState({ state: 'lost', notice: { kind: 'unsupported', reason } });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Fault onFault={stopPlaying}>
      <App session={session} />
    </Fault>
  </StrictMode>,
);

/** Nobody sees it any more. */
function stopPlaying(): void {
  if (sceneStore.getState().state === 'playing') session.togglePlay();
}
