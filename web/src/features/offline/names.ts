/** Names that the build and the page both use. */

/** The list of all stored files, as JSON, beside the built page. */
export const FILES_KEPT = 'offline.json';

/** The cache with the files of the previous version. A page that is still open may request them. */
export const VERSION_BEFORE = 'version-before';

/** The cache of the visited pages of the documentation, and of their parts. */
export const PAGES_READ = 'pages-read';
