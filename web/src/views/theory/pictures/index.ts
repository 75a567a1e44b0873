/** All pictures, in the order of their buttons. */

import type { PictureDefinition } from '../picture';
import { AFTER_CHANGE } from './after-change';
import { CEILING } from './ceiling';
import { DRAWS } from './draws';
import { FLOWS } from './flows';
import { PLACES } from './places';
import { PRICE } from './price';
import { RED } from './red';
import { SHARE } from './share';
import { WARD } from './ward';

export const PICTURES: readonly PictureDefinition[] = [
  SHARE,
  PLACES,
  AFTER_CHANGE,
  DRAWS,
  RED,
  CEILING,
  FLOWS,
  PRICE,
  WARD,
];
