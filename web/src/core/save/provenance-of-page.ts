/**
 * Origin of a table that does not show the running scene: a list of disciplines or parameters from the engine's
 * catalog, or the results of an experiment. Pure.
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
