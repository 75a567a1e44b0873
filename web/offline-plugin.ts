/**
 * Makes the page an app that works without a network. It writes a manifest for the installation, and a service worker
 * that stores every file of the build. `web/src/features/offline` registers the worker when the first scene plays.
 * Reasons: docs/decisions/0051.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { PALETTE } from './src/base/palette.ts';
import { FILES_KEPT, PAGES_READ, VERSION_BEFORE } from './src/features/offline/names.ts';

export function offline(web: string): Plugin[] {
  let built = '';
  const findFolder: Plugin = {
    name: 'find-the-folder-of-the-build',
    configResolved: ({ root, build }) => {
      built = resolve(root, build.outDir);
    },
  };
  const kept = VitePWA({
    strategies: 'generateSW',
    registerType: 'prompt',
    // The page registers the service worker itself (`src/features/offline`), because its content security policy allows
    // no inline script, and the first load must not wait for the worker.
    injectRegister: null,
    manifest: {
      id: './',
      start_url: './',
      scope: './',
      name: 'Chokepoint',
      short_name: 'Chokepoint',
      description: descriptionIn(join(web, 'index.html')),
      lang: 'en',
      display: 'standalone',
      categories: ['education'],
      theme_color: PALETTE.dark.page,
      background_color: PALETTE.dark.page,
      icons: [
        { src: 'icons/192.png', sizes: '192x192', type: 'image/png' },
        { src: 'icons/512.png', sizes: '512x512', type: 'image/png' },
        { src: 'icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: 'favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
    },
    includeManifestIcons: false,
    workbox: {
      globPatterns: ['**/*'],
      // Two parts of the build are not stored in advance. The single file is as large as all other files together, and
      // is loaded only when a scene is saved as one file. The documentation is built later, and only its visited pages
      // are stored.
      globIgnores: ['one-file.html', 'docs/**'],
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      // The query of an address (`?…`) is ignored in the search for a stored file, since only the running page reads
      // it.
      ignoreURLParametersMatching: [/./],
      // No fallback page for unknown addresses. Scenes are in the fragment, so every valid address is the name of a
      // stored file; a fallback page would only hide wrong addresses.
      navigateFallback: null,
      // From its first activation on, the service worker also serves the page that is already open.
      clientsClaim: true,
      skipWaiting: false,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
      runtimeCaching: [
        // Documentation pages come from the network, or from the cache if there is no network.
        {
          urlPattern: ({ url }) => {
            // The text of this function is copied into the service worker, so the function can use no name from outside
            // its body.
            const { registration } = globalThis as unknown as { readonly registration: { readonly scope: string } };
            return url.href.startsWith(`${registration.scope}docs/`);
          },
          handler: 'NetworkFirst',
          options: { cacheName: PAGES_READ, expiration: { maxEntries: 300 } },
        },
        // Files of the previous version, for a page of that version that is still open (`set-aside.ts`).
        { urlPattern: /\/assets\//, handler: 'CacheFirst', options: { cacheName: VERSION_BEFORE } },
      ],
      manifestTransforms: [
        (manifest) => {
          // The list of stored files is complete only after the build. The page reads it to show the progress of
          // storing.
          writeFileSync(join(built, FILES_KEPT), JSON.stringify(manifest.map(({ url }) => url)));
          return { manifest };
        },
      ],
    },
  }) as Plugin[];
  return [findFolder, ...kept];
}

/** The description in the page's head, which is also used in the manifest of the installed app. */
function descriptionIn(page: string): string {
  const description = /name="description"\s+content="([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1];
  if (description === undefined) throw new Error(`${page} does not describe itself`);
  return description;
}
