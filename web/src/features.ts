/** The features of the page: one row each. `core/session/feature.ts` declares the fields of a row. */

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

/** Tabs have this order; the address of a hall is asked for before that of a lesson, which it is one of. */
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

/** The panels that can be shown below the queue in place of the plots. */
export const TABS = FEATURES.flatMap(({ tab }) => (tab === undefined ? [] : [tab]));

/** Their keys, as the sheet of keys lists them. */
export const KEYS = FEATURES.flatMap(({ keys = {} }) =>
  Object.entries(keys).map(([key, { does }]) => ({ keys: [key], does })),
);
