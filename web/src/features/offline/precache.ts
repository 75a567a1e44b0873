/** The service worker's stored files, as the page sees them. */

import { FILES_KEPT, VERSION_BEFORE } from './names';

export async function filesKept(): Promise<number> {
  return (await keptRequests()).length;
}

/**
 * Copies this version's files to another cache before a newer version becomes active and removes them. Pages of this
 * version may be open in other tabs and need files that the new version lacks. The service worker finds them in that
 * cache.
 */
export async function setAside(): Promise<void> {
  try {
    const stays = new Set(
      ((await (await fetch(FILES_KEPT, { cache: 'no-store' })).json()) as readonly string[]).map(
        (file) => new URL(file, window.location.href).href,
      ),
    );
    // Only one previous version's files are kept, to save disk space.
    await caches.delete(VERSION_BEFORE);
    const aside = await caches.open(VERSION_BEFORE);
    for (const request of await keptRequests()) {
      if (stays.has(request.url) || !request.url.includes('/assets/')) continue;
      const response = await caches.match(request);
      if (response !== undefined) await aside.put(request, response);
    }
  } catch {
    // Copying fails without disk space or network. Then a panel in another tab may fail to load, which that tab
    // reports. This page is reloaded anyway.
  }
}

/** The stored requests. Empty if storage is forbidden, because then even a query throws. */
async function keptRequests(): Promise<readonly Request[]> {
  try {
    // Other labs on the same host have their own caches.
    const scope = new URL('./', window.location.href).href;
    const names = (await caches.keys()).filter((name) => name.includes('-precache-') && name.endsWith(scope));
    return (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
  } catch {
    return [];
  }
}
