/** A picture that a painter of the page makes: the same code for the screen, for pixels and for vectors. */

import type { Colours } from '../../base/palette';
import type { Provenance } from './provenance';

export interface Drawing {
  /** Name of the file without its ending. */
  readonly name: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly colours: Colours;
  /** Paints on an empty context, whose unit is a CSS pixel; the same calls whatever it draws on. */
  readonly paint: (context: CanvasRenderingContext2D) => void;
  readonly provenance: Provenance;
}
