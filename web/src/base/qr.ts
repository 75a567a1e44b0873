/** A text as the modules of a QR code, and how large that code is. */

import { encodeQR } from 'qr';

interface QrModules {
  /** Row by row, the quiet zone included. */
  readonly modules: readonly (readonly boolean[])[];
  /** Size from 1 (21 × 21 modules) to 40; each version has 4 modules more per side. */
  readonly version: number;
}

/** Modules of white around it, as the standard asks for. */
const QUIET = 4;
/** Modules a side of version 1, and how many each next one has more. */
const FIRST_SIDE = 21;
const SIDE_STEP = 4;

/** Undefined: the text is longer than the largest code takes. */
export function qrOf(text: string): QrModules | undefined {
  let modules: readonly (readonly boolean[])[];
  try {
    modules = encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' });
  } catch {
    return undefined;
  }
  return { modules, version: (modules.length - 2 * QUIET - FIRST_SIDE) / SIDE_STEP + 1 };
}
