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
    // The page's content security policy allows no inline script, and the first load must not wait for the worker.
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
      // The single file is as large as all other files together, and is loaded only when a scene is saved as one file.
      // The documentation is built later, and only its visited pages are stored.
      globIgnores: ['one-file.html', 'docs/**'],
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      // Only the running page reads the query (`?…`). The host sends the same file for every query.
      ignoreURLParametersMatching: [/./],
      // The scene is in the fragment, so every address of the page is the name of a file. A fallback page would hide
      // wrong addresses, because its relative addresses would not resolve.
      navigateFallback: null,
      // The worker immediately serves the open page, too, and not only pages opened later.
      clientsClaim: true,
      skipWaiting: false,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
      runtimeCaching: [
        // A reader with a connection gets the current text, and a reader without a connection gets the stored text.
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
        // Files that another version of the page stored for a page that is still open (`set-aside.ts`).
        { urlPattern: /\/assets\//, handler: 'CacheFirst', options: { cacheName: VERSION_BEFORE } },
      ],
      manifestTransforms: [
        (manifest) => {
          // The list of files is complete only after the build. The page reads the list to show the progress of
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
