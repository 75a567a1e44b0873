/** Where a table comes from that is not of the scene as it runs: of what the engine tells about itself, or of an experiment. Pure. */

import type { Provenance } from './provenance';
import { NUMBERS } from './provenance-of-scene';

export function provenanceOfPage(
  title: string,
  link: string,
  engine: string,
  of: Partial<Pick<Provenance, 'seeds' | 'lanes' | 'until_s'>> = {},
): Provenance {
  return { title, link, engine, numbers: NUMBERS, seeds: [], lanes: [], ...of };
}
