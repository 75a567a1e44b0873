/** A picture made by a painter of the page; one painter serves screen, pixels and vectors. */

import type { Colours } from '../../base/palette';
import type { Provenance } from './provenance';

export interface Drawing {
  /** Name of the file without its ending. */
  readonly name: string;
  /** Size [CSS pixels]. */
  readonly width: number;
  readonly height: number;
  readonly colours: Colours;
  /** Paints on an empty context whose unit is a CSS pixel; the calls do not depend on the context. */
  readonly paint: (context: CanvasRenderingContext2D) => void;
  readonly provenance: Provenance;
}
