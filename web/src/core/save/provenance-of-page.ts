/**
 * Origin of a table that belongs to the engine's declarations or to an experiment, and not to the running scene. Pure.
 */

import type { Catalog } from '../border/catalog';
import type { Provenance } from './provenance';

export function provenanceOfPage(
  title: string,
  link: string,
  { engine_version, numbers }: Pick<Catalog, 'engine_version' | 'numbers'>,
  of: Partial<Pick<Provenance, 'seeds' | 'lanes' | 'until_s'>> = {},
): Provenance {
  return { title, link, engine: engine_version, numbers, seeds: [], lanes: [], ...of };
}
