/** A QR code for a text: its modules and its version. */

import { encodeQR } from 'qr';

interface QrModules {
  /** Rows of modules, including the white margin. */
  readonly modules: readonly (readonly boolean[])[];
  /** Size from 1 (21 × 21 modules) to 40. Each version has four more modules per side than the previous one. */
  readonly version: number;
}

/** Quiet zone around the code [modules], as the standard requires. */
const QUIET = 4;
/** Number of modules per side in version 1, and the increase for each further version. */
const FIRST_SIDE = 21;
const SIDE_STEP = 4;

/** The code for a text. Undefined if the text does not fit in the largest code. */
export function qrOf(text: string): QrModules | undefined {
  let modules: readonly (readonly boolean[])[];
  try {
    modules = encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' });
  } catch {
    return undefined;
  }
  return { modules, version: (modules.length - 2 * QUIET - FIRST_SIDE) / SIDE_STEP + 1 };
}
