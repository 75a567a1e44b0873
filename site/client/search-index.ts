/** The structure of the search index, which the build writes and the page reads. */

/** The file of the index, relative to the root of the site. */
export const INDEX = 'search.json';

/** A part of a page below one heading. */
export interface Part {
  readonly id: number;
  /** The address relative to the root of the site. */
  readonly href: string;
  readonly title: string;
  /** The title of the page that contains the part. */
  readonly page: string;
  readonly text: string;
}

export type Found = Omit<Part, 'text'>;

export const FIELDS = { fields: ['title', 'page', 'text'], storeFields: ['href', 'title', 'page'] };
