/** The features of the page, one row each. `core/session/feature.ts` declares the fields of a row. */

import type { Feature } from './core/session/feature';
import { CATALOGUE } from './features/catalogue/feature';
import { DISTRIBUTIONS } from './features/distributions/feature';
import { HALL } from './features/hall/feature';
import { LESSON } from './features/lesson/feature';
import { PAPER } from './features/paper/feature';
import { PLAYLIST } from './features/playlist/feature';
import { RECORDING } from './features/recording/feature';
import { SCRIPT } from './features/script/feature';
import { SWEEP } from './features/sweep/feature';
import { THEORY } from './features/theory/feature';

/**
 * The order is that of the tabs. HALL comes before LESSON, since the pattern of a lesson's address also matches the
 * address of a poll.
 */
export const FEATURES: readonly Feature[] = [
  HALL,
  LESSON,
  PLAYLIST,
  RECORDING,
  DISTRIBUTIONS,
  PAPER,
  THEORY,
  SWEEP,
  SCRIPT,
  CATALOGUE,
];

/** The panels of features. A panel can replace the plots below the queue. */
export const TABS = FEATURES.flatMap(({ tab }) => (tab === undefined ? [] : [tab]));

/** Keys of all features with their effects, in the form in which the sheet of keys lists them. */
export const KEYS = FEATURES.flatMap(({ keys = {} }) =>
  Object.entries(keys).map(([key, { does }]) => ({ keys: [key], does })),
);
