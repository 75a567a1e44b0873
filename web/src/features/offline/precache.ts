/** The files that the service worker keeps, as the page finds them. */

import { FILES_KEPT, VERSION_BEFORE } from './names';

export async function filesKept(): Promise<number> {
  return (await keptRequests()).length;
}

/**
 * When another version takes over, the files of this one go. Pages of this version may be open in other tabs: files
 * that they have not loaded yet and the new version lacks are set aside, and the service worker finds them there.
 */
export async function setAside(): Promise<void> {
  try {
    const stays = new Set(
      ((await (await fetch(FILES_KEPT, { cache: 'no-store' })).json()) as readonly string[]).map(
        (file) => new URL(file, window.location.href).href,
      ),
    );
    // One version is enough: the disk is not ours.
    await caches.delete(VERSION_BEFORE);
    const aside = await caches.open(VERSION_BEFORE);
    for (const request of await keptRequests()) {
      if (stays.has(request.url) || !request.url.includes('/assets/')) continue;
      const response = await caches.match(request);
      if (response !== undefined) await aside.put(request, response);
    }
  } catch {
    // Without room or network other tabs say that a panel could not be loaded; this one is loaded again.
  }
}

/** None where storage is forbidden: then even to ask for it throws. */
async function keptRequests(): Promise<readonly Request[]> {
  try {
    // The caches of other labs on the same host are theirs.
    const scope = new URL('./', window.location.href).href;
    const names = (await caches.keys()).filter((name) => name.includes('-precache-') && name.endsWith(scope));
    return (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
  } catch {
    return [];
  }
}
