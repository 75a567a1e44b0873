/** The structure of the search index, which the build writes and the page reads. */

/** The file of the index, relative to the root of the site. */
export const INDEX = 'search.json';

/** A section of a page, below one heading. */
export interface Part {
  readonly id: number;
  /** The URL relative to the root of the site. */
  readonly href: string;
  readonly title: string;
  /** The title of the page that contains the section. */
  readonly page: string;
  readonly text: string;
}

export type Found = Omit<Part, 'text'>;

export const FIELDS = { fields: ['title', 'page', 'text'], storeFields: ['href', 'title', 'page'] };
