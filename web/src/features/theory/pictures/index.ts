import type { PictureDefinition } from '../picture';
import { AFTER_CHANGE } from './after-change';
import { CEILING } from './ceiling';
import { DRAWS } from './draws';
import { FLOWS } from './flows';
import { MEMORY } from './memory';
import { PENALTY } from './penalty';
import { PLACES } from './places';
import { PRICE } from './price';
import { RED } from './red';
import { SBT } from './sbt';
import { SHARE } from './share';
import { WARD } from './ward';

/** All pictures in the order of their buttons. */
export const PICTURES: readonly PictureDefinition[] = [
  SHARE,
  PLACES,
  AFTER_CHANGE,
  DRAWS,
  RED,
  SBT,
  CEILING,
  FLOWS,
  PRICE,
  PENALTY,
  WARD,
  MEMORY,
];

/** The picture for a scene: its preset's, or else its discipline's. */
export function pictureFor(ofPreset: string | undefined, aqm: string): string {
  return ofPreset ?? PICTURES.find(({ disciplines }) => disciplines?.includes(aqm))?.id ?? SHARE.id;
}
