/** Names shared by the build and the page. */

/** The list of all stored files, as JSON, next to the built page. */
export const FILES_KEPT = 'offline.json';

/** The cache with the previous version's files, which a page that is still open may request. */
export const VERSION_BEFORE = 'version-before';

/** The cache of the visited documentation pages and their assets. */
export const PAGES_READ = 'pages-read';
