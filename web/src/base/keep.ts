/**
 * The browser's memory of this page from visit to visit. Storage may be forbidden, full, or hold anything: then it is
 * empty, and new values live as long as the page that holds them.
 */

/** The value that was put under a key, as `read` takes it; `read` gets undefined where there is none or it is no JSON. */
export function getKept<T>(key: string, read: (kept: unknown) => T): T {
  const text = getKeptText(key);
  return read(text === undefined ? undefined : parsed(text));
}

/** Keeps a value as JSON; undefined removes the earlier one. */
export function putKept(key: string, value: unknown): void {
  putKeptText(key, value === undefined ? undefined : JSON.stringify(value));
}

/** The text that was put under a key, unchanged. */
export function getKeptText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text unchanged; undefined removes the earlier one. */
export function putKeptText(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Forbidden or full.
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
