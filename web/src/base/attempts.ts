/**
 * Failed loads wait here until they are worth another try: because the network is back, or because the user pressed
 * "Try again". One attempt is for all that wait.
 */

const waiting = new Set<() => void>();

/** Calls back at the next attempt, once; not after the function returned was called. */
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

/** Loads as often as it takes; calls `onFailure` for each failure. */
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

/** The page asks for each style sheet of a panel once: one that failed stays there without rules. */
function askForStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!hasRules(link)) link.replaceWith(link.cloneNode());
}

/** Browsers give a sheet that failed no object, or one whose rules must not be read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules !== undefined;
  } catch {
    return false;
  }
}
