/** Loads the page again past the cache of the browser: `public/loading.js`, which is there though the page may not be. */
export function loadAgain(): void {
  const { chokepointLoadAgain } = globalThis as { chokepointLoadAgain?: () => void };
  if (chokepointLoadAgain === undefined) window.location.reload();
  else chokepointLoadAgain();
}
