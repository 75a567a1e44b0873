/** Before every file of tests: the stores as a page that opens has them, no session of an earlier test, the clock, globals and all functions as they are. */

import { afterAll, afterEach, vi } from 'vitest';
import { experimentStore } from '../experiment/experiment-store';
import { reportRuns } from '../lesson/report-runs';
import { forgetAllowedScripts } from '../scenario/allowed-scripts';
import { bundleStore } from '../store/bundle-store';
import { hallStore } from '../store/hall-store';
import { lessonListStore } from '../store/lesson-list-store';
import { lessonStore } from '../store/lesson-store';
import { offlineStore } from '../store/offline-store';
import { playlistStore } from '../store/playlist-store';
import { sceneStore } from '../store/scene-store';
import { screeningStore } from '../store/screening-store';
import { scriptStore } from '../store/script-store';
import { sweepStore } from '../store/sweep-store';
import { viewStore } from '../store/view-store';
import { closeSessions } from './session';

afterEach(() => closeSessions('test'));
afterAll(() => closeSessions('file'));
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
forgetAllowedScripts();
bundleStore.setState(bundleStore.getInitialState(), true);
experimentStore.setState(experimentStore.getInitialState(), true);
hallStore.setState(hallStore.getInitialState(), true);
lessonListStore.setState(lessonListStore.getInitialState(), true);
lessonStore.setState(lessonStore.getInitialState(), true);
offlineStore.setState(offlineStore.getInitialState(), true);
playlistStore.setState(playlistStore.getInitialState(), true);
reportRuns.setState(reportRuns.getInitialState(), true);
sceneStore.setState(sceneStore.getInitialState(), true);
scriptStore.setState(scriptStore.getInitialState(), true);
sweepStore.setState(sweepStore.getInitialState(), true);
screeningStore.setState(screeningStore.getInitialState(), true);
viewStore.setState(viewStore.getInitialState(), true);
