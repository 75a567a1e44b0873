/**
 * Runs before every test file. Resets the stores to those of a newly opened page, closes sessions of earlier tests, and
 * restores the clock, globals and functions.
 */

import { afterAll, afterEach, vi } from 'vitest';
import { forgetAllowedScripts } from '../core/border/allowed-scripts';
import { experimentStore } from '../core/experiment/experiment-store';
import { hallStore } from '../core/lesson/hall-store';
import { lessonListStore } from '../core/lesson/lesson-list-store';
import { lessonStore } from '../core/lesson/lesson-store';
import { reportRuns } from '../core/lesson/report-runs';
import { offlineStore } from '../core/page/offline-store';
import { viewStore } from '../core/page/view-store';
import { playlistStore } from '../core/playlist/playlist-store';
import { bundleStore } from '../core/save/bundle-store';
import { sceneStore } from '../core/scene/scene-store';
import { scriptStore } from '../core/scene/script-store';
import { screeningStore } from '../features/sweep/screening-store';
import { sweepStore } from '../features/sweep/sweep-store';
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
