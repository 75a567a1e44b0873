/**
 * Values that the browser stores for this page between visits. Storage may be forbidden or full, or may contain
 * unexpected values. It then counts as empty, and new values are held in memory until the page closes.
 */

/** The stored value of a key, checked by `read`. If there is none, or it is not JSON, `read` gets undefined. */
export function getKept<T>(key: string, read: (kept: unknown) => T): T {
  const text = getKeptText(key);
  return read(text === undefined ? undefined : parsed(text));
}

/** Stores a value as JSON. Undefined removes the stored value. */
export function putKept(key: string, value: unknown): void {
  putKeptText(key, value === undefined ? undefined : JSON.stringify(value));
}

/** The stored text of a key, without parsing. */
export function getKeptText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text verbatim. Undefined removes the stored text. */
export function putKeptText(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is forbidden or full.
  }
}

/** The items of a list that are strings. Used as `read` of {@link getKept}. */
export function listOfTexts(kept: unknown): readonly string[] {
  return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
