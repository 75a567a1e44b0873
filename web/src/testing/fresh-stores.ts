/** Before every file of tests: the stores as a page that opens has them, the clock and all functions as they are. */

import { vi } from 'vitest';
import { experimentStore } from '../experiment/experiment-store';
import { lessonStore } from '../store/lesson-store';
import { playlistStore } from '../store/playlist-store';
import { sceneStore } from '../store/scene-store';
import { viewStore } from '../store/view-store';

vi.useRealTimers();
vi.restoreAllMocks();
experimentStore.setState(experimentStore.getInitialState(), true);
lessonStore.setState(lessonStore.getInitialState(), true);
playlistStore.setState(playlistStore.getInitialState(), true);
sceneStore.setState(sceneStore.getInitialState(), true);
viewStore.setState(viewStore.getInitialState(), true);
