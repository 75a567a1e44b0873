// Scenes that the smaller package refuses because it lacks a part of the engine.

import { Lab } from '../../../../web/src/core/engine/pkg/lab/chokepoint_lab.js';

/**
 * Whether the smaller package refuses the scene because the scene needs the full package. If the refusal has another
 * reason, it is thrown. The smaller package has to be initialised.
 */
export function needsFull(scene) {
  try {
    new Lab(JSON.stringify(scene), 0).free();
    return false;
  } catch (refusal) {
    if (typeof refusal !== 'string' || !JSON.parse(refusal).every(({ needs }) => needs === 'full')) throw refusal;
    return true;
  }
}
