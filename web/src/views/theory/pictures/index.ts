/** All pictures, in the order of their buttons. */

import type { PictureDefinition } from '../picture';
import { AFTER_CHANGE } from './after-change';
import { CEILING } from './ceiling';
import { DRAWS } from './draws';
import { PLACES } from './places';
import { RED } from './red';
import { SHARE } from './share';

export const PICTURES: readonly PictureDefinition[] = [SHARE, PLACES, AFTER_CHANGE, DRAWS, RED, CEILING];
