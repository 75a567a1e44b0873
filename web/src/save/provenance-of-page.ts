/** Where a table comes from that is of no run: of what the engine tells about itself, or of an experiment. Pure. */

import type { Catalog } from '../engine/catalog';
import type { Provenance } from './provenance';
import { NUMBERS } from './provenance-of-scene';

export function provenanceOfPage(
  title: string,
  link: string,
  { engine_version }: Pick<Catalog, 'engine_version'>,
  of: Partial<Pick<Provenance, 'seeds' | 'lanes'>> = {},
): Provenance {
  return { title, link, engine: engine_version, numbers: NUMBERS, seeds: [], lanes: [], ...of };
}
