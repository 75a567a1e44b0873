/** Limits that are checked before anything is read. */

/** The greatest text of a lesson in UTF-8; the engine has the same limit. */
export const MOST_BYTES = 256 * 1024;
