/** A picture drawn by one of the page's painters. The same painter serves the screen, pixel files and vector files. */

import type { Colours } from '../../base/palette';
import type { Provenance } from './provenance';

export interface Drawing {
  /** Name of the file without its extension. */
  readonly name: string;
  /** Size [CSS pixels]. */
  readonly width: number;
  readonly height: number;
  readonly colours: Colours;
  /** Paints on an empty context whose unit is a CSS pixel. The calls and their order are the same for every context. */
  readonly paint: (context: CanvasRenderingContext2D) => void;
  readonly provenance: Provenance;
}
