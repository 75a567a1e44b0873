/** The shape of the index, for its maker and its reader. */

/** Its file, from the root of the site. */
export const INDEX = 'search.json';

/** A part of a page below one heading. */
export interface Part {
  readonly id: number;
  /** From the root of the site. */
  readonly href: string;
  readonly title: string;
  /** The title of its page. */
  readonly page: string;
  readonly text: string;
}

export type Found = Omit<Part, 'text'>;

export const FIELDS = { fields: ['title', 'page', 'text'], storeFields: ['href', 'title', 'page'] };
