/**
 * Values that the browser stores for this page between visits. Storage may be forbidden or full, or hold unexpected
 * values. It then counts as empty, and new values last as long as the page.
 */

/** The stored value of a key, checked by `read`; `read` gets undefined if there is no value or the value is no JSON. */
export function getKept<T>(key: string, read: (kept: unknown) => T): T {
  const text = getKeptText(key);
  return read(text === undefined ? undefined : parsed(text));
}

/** Stores a value as JSON; undefined removes the earlier value. */
export function putKept(key: string, value: unknown): void {
  putKeptText(key, value === undefined ? undefined : JSON.stringify(value));
}

/** The stored text of a key, unchanged. */
export function getKeptText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text unchanged; undefined removes the earlier text. */
export function putKeptText(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is forbidden or full.
  }
}

/** The texts among the items of a list; for {@link getKept}. */
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
