/**
 * Reloads the page, bypassing the browser's cache. The function is in `public/loading.js`, which loads even if the page
 * fails.
 */
export function loadAgain(): void {
  const { chokepointLoadAgain } = globalThis as { chokepointLoadAgain?: () => void };
  if (chokepointLoadAgain === undefined) window.location.reload();
  else chokepointLoadAgain();
}
