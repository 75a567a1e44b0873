/** Names that the build and the page share. */

/** The list of all files that are kept, as JSON, beside the built page. */
export const FILES_KEPT = 'offline.json';

/** The cache of files that a page still open may ask for after another version took over. */
export const VERSION_BEFORE = 'version-before';

/** The cache of pages of the documentation that were read, and of their parts. */
export const PAGES_READ = 'pages-read';
