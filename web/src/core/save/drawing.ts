/** A picture made by a painter of the page. The same painter serves the screen, pixel files and vector files. */

import type { Colours } from '../../base/palette';
import type { Provenance } from './provenance';

export interface Drawing {
  /** Name of the file without its ending. */
  readonly name: string;
  /** Size [CSS pixels]. */
  readonly width: number;
  readonly height: number;
  readonly colours: Colours;
  /** Paints on an empty context whose unit is a CSS pixel. The sequence of calls does not depend on the context. */
  readonly paint: (context: CanvasRenderingContext2D) => void;
  readonly provenance: Provenance;
}
