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
 * The features in the order of their tabs. Addresses are matched in the same order. HALL comes before LESSON, because
 * the pattern for the address of a lesson also matches the address of a poll.
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

/** The features' panels that can take the place of the plots below the queue. */
export const TABS = FEATURES.flatMap(({ tab }) => (tab === undefined ? [] : [tab]));

/** All features' keys with their effects, as listed in the key sheet. */
export const KEYS = FEATURES.flatMap(({ keys = {} }) =>
  Object.entries(keys).map(([key, { does }]) => ({ keys: [key], does })),
);
