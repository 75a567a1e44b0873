/**
 * Retries failed loads of code and data. All failed loads are repeated together: when the network is available again,
 * or when the user presses "Try again".
 */

const waiting = new Set<() => void>();

/** Calls `callback` once, at the next retry. Returns a function that cancels the call. */
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

/** Retries `load` until it succeeds. Calls `onFailure` after each failure. */
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

/** Requests the style sheets of panels again if they failed to load, since the page requests each sheet only once. */
function askForStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!hasRules(link)) link.replaceWith(link.cloneNode());
}

/**
 * True if the style sheet was loaded. After a failure, some browsers have no sheet object; others have one whose rules
 * cannot be read.
 */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules !== undefined;
  } catch {
    return false;
  }
}
