/**
 * Failed loads, which wait until the network returns or the user presses "Try again". One attempt then repeats all of
 * them.
 */

const waiting = new Set<() => void>();

/** Calls back once at the next attempt; the returned function cancels that. */
export function onNextAttempt(callback: () => void): () => void {
  if (waiting.size === 0) window.addEventListener('online', tryAgain);
  waiting.add(callback);
  return () => waiting.delete(callback);
}

export function tryAgain(): void {
  window.removeEventListener('online', tryAgain);
  askForStylesAgain();
  const callbacks = [...waiting];
  waiting.clear();
  for (const callback of callbacks) callback();
}

/** Loads until it succeeds; calls `onFailure` after each failure. */
export async function loadedAtLast<T>(load: () => Promise<T>, onFailure: () => void): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      onFailure();
      await new Promise<void>((resolve) => void onNextAttempt(resolve));
    }
  }
}

/** Requests failed style sheets of panels again, since the page requests each sheet only once. */
function askForStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!hasRules(link)) link.replaceWith(link.cloneNode());
}

/**
 * True if the sheet was loaded. In browsers a failed sheet has no object, or an object whose rules must not be read.
 */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules !== undefined;
  } catch {
    return false;
  }
}
