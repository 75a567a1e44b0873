/** The fields of a file's origin as pairs of name and text, for formats that have such metadata. Pure. */

import type { Provenance } from './provenance';

export function provenanceFields(provenance: Provenance): readonly (readonly [name: string, value: string])[] {
  const { title, link, engine, numbers, seeds, lanes, from_s, until_s, date } = provenance;
  return [
    ['title', title],
    ['link', link],
    ['engine', engine],
    ['numbers', String(numbers)],
    ['seeds', seeds.join(' ')],
    ['lanes', lanes.join('; ')],
    ...(from_s === undefined ? [] : [['from_s', String(from_s)] as const]),
    ...(until_s === undefined ? [] : [['until_s', String(until_s)] as const]),
    ...(date === undefined ? [] : [['date', date] as const]),
  ];
}

/** The origin of a file in a sentence. */
export function provenanceWords(provenance: Provenance): string {
  const { title, engine, numbers, seeds, lanes, from_s, until_s, date } = provenance;
  const parts = [
    title,
    lanes.join(', '),
    from_s === undefined ? '' : `from ${Number(from_s.toFixed(3))} s`,
    until_s === undefined ? '' : `until ${Number(until_s.toFixed(3))} s`,
    seeds.length === 0 ? '' : `${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}`,
    `Chokepoint engine ${engine}, numbers ${numbers}`,
    date ?? '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
