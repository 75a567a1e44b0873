/** Limits that are checked before a text is read. */

/** Longest lesson in UTF-8 [bytes]; the engine has the same limit. */
export const MOST_BYTES = 256 * 1024;
