/** Limits that are checked before a text is parsed. */

/** Longest lesson in UTF-8 [bytes]. The engine has the same limit. */
export const MOST_BYTES = 256 * 1024;
