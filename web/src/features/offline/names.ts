/** Names that the build and the page have in common. */

/** The list of all stored files, as JSON, beside the built page. */
export const FILES_KEPT = 'offline.json';

/** The cache with files of the previous version, which a still open page may request. */
export const VERSION_BEFORE = 'version-before';

/** The cache of the visited pages of the documentation, and of their parts. */
export const PAGES_READ = 'pages-read';
