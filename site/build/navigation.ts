/**
 * The list of pages in the form that a page imports. The module itself has no imports, so that a page can import it.
 */

/** A page, with its URL relative to the root of the site, or a group of pages. */
export interface Place {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Place[];
  /** True if the group is initially expanded. */
  readonly isOpen?: boolean;
}

/** The layout settings shared by all pages. */
export interface Settings {
  /** Links in the header of every page. */
  readonly navigation: readonly Place[];
  readonly pages: readonly Place[];
}

export function holds(place: Place, here: string): boolean {
  return place.link === here || (place.items ?? []).some((one) => holds(one, here));
}

export interface Neighbour {
  readonly text: string;
  readonly link: string;
  readonly which: 'prev' | 'next';
}

/** The previous and the next page in list order. If a page is listed twice, its first position counts. */
export function neighboursOf(places: readonly Place[], here: string): readonly Neighbour[] {
  const all = flat(places);
  const at = all.findIndex(({ link }) => link === here);
  if (at < 0) return [];
  const before = all[at - 1];
  const after = all.slice(at + 1).find(({ link }) => link !== here);
  return [
    ...(before === undefined ? [] : [{ ...before, which: 'prev' as const }]),
    ...(after === undefined ? [] : [{ ...after, which: 'next' as const }]),
  ];
}

function flat(places: readonly Place[]): readonly { readonly text: string; readonly link: string }[] {
  return places.flatMap(({ text, link, items }) => [
    ...(link === undefined ? [] : [{ text, link }]),
    ...flat(items ?? []),
  ]);
}
