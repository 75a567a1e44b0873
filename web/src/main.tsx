/** The page's entry point: selects the engine, parses the presets, and connects the parts. */

import { notify } from './core/scene/notices';
import { FEATURES } from './features';
import './ui/base.css';
import { loadArchive, presets } from 'virtual:presets';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { followTheme, whatIsMissing } from './app/browser';
import { Fault } from './app/Fault';
import { connectWorker } from './core/engine/bridge';
import { showFirstMinute } from './core/page/view-store';
import { framesPainted, onFrame } from './core/run/frame-loop';
import { sceneStore } from './core/scene/scene-store';
import { addressOf, browserBar, followHistory, keepSearch } from './core/session/address';
import { Session } from './core/session/session';

/** Number of frames of the first scene painted before the fonts load. */
const TYPEFACES_AFTER = 4;

followTheme();
const { hash, search } = window.location;
// A visitor with a link needs no introduction.
if (hash === '' && search === '') showFirstMinute();
const session = new Session(presets, {
  features: FEATURES,
  connect: connectWorker,
  bar: browserBar,
  addressOf,
  loadArchive,
  search,
  keepSearch,
  onFrame,
  report: (problem) => reportError(problem),
});
// The engine starts while React renders the page.
const reason = whatIsMissing();
if (reason === undefined) {
  // If the link's time is late in the run, the scene is open long before the run gets there. The fonts wait only for
  // the scene.
  void Promise.race([firstScene(), session.start()])
    .then(() => framesPainted(TYPEFACES_AFTER))
    .finally(() => {
      loadTypefaces();
      keepForOffline();
    });
  followHistory({ follow: () => session.followAddress(), leave: () => session.flushAddress() });
} else {
  sceneStore.setState({ state: 'lost' });
  notify({ kind: 'unsupported', reason });
  loadTypefaces();
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Fault onFault={stopPlaying}>
      <App session={session} />
    </Fault>
  </StrictMode>,
);

/** Resolves when a scene is on the stage. */
function firstScene(): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.subscribeLanes(() => {
      if (session.lanes.length === 0) return;
      stop();
      resolve();
    });
  });
}

/** Loads the fonts once the scene is open, so that they do not delay the engine on a slow connection. */
function loadTypefaces(): void {
  // If the fonts cannot be loaded (offline), the page uses system fonts.
  import('./ui/fonts.css').catch(() => {});
}

/** Starts storing the page for offline use. */
function keepForOffline(): void {
  // The development server and a saved file have no service worker.
  if (import.meta.env.MODE !== 'production') return;
  import('./features/offline/keep-offline').then(({ keepOffline }) => keepOffline(session)).catch(() => {});
}

/** Stops playback when the page is hidden. */
function stopPlaying(): void {
  if (sceneStore.getState().state === 'playing') session.togglePlay();
}
