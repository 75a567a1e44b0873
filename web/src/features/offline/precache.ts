/** The stored files of the service worker, as the page can read them. */

import { FILES_KEPT, VERSION_BEFORE } from './names';

export async function filesKept(): Promise<number> {
  return (await keptRequests()).length;
}

/**
 * Copies files to another cache before another version becomes active and removes the files of this version. Pages of
 * this version may be open in other tabs, and may need files that the new version does not have. The service worker
 * finds them in that cache.
 */
export async function setAside(): Promise<void> {
  try {
    const stays = new Set(
      ((await (await fetch(FILES_KEPT, { cache: 'no-store' })).json()) as readonly string[]).map(
        (file) => new URL(file, window.location.href).href,
      ),
    );
    // Only the files of one previous version are kept, to save disk space.
    await caches.delete(VERSION_BEFORE);
    const aside = await caches.open(VERSION_BEFORE);
    for (const request of await keptRequests()) {
      if (stays.has(request.url) || !request.url.includes('/assets/')) continue;
      const response = await caches.match(request);
      if (response !== undefined) await aside.put(request, response);
    }
  } catch {
    // If there is no space or network, pages in other tabs report that a panel could not be loaded. This page is
    // reloaded anyway.
  }
}

/** The stored requests. There are none if storage is forbidden, because then even a query throws an error. */
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
