/**
 * Post-processes a page that VitePress has written. Most pages are only read, so the framework, which is three times as
 * large as the rest, is removed from them. A page with `interactive: true` in its front matter keeps it for its
 * components.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'vite';
import { INDEX } from '../client/search-index.ts';
import { searchIndex } from './search-index.ts';

/** The script of every page, relative to the root of the site. */
const SCRIPT = 'assets/site.js';

/**
 * Sets the theme before the first paint: the theme chosen in the lab or on the site, otherwise the system's.
 * `client/theme.ts` applies later changes.
 */
export const THEME_AT_FIRST =
  "(()=>{let c;try{c=localStorage.getItem('chokepoint-theme')}catch{}" +
  "if(c==='dark'||(c!=='light'&&c!=='projector'&&matchMedia('(prefers-color-scheme: dark)').matches))" +
  "document.documentElement.classList.add('dark')})()";

export function finishedPage(html: string, page: string, isInteractive: boolean): string {
  const toRoot = '../'.repeat(page.split('/').length - 1) || './';
  const lean = isInteractive ? html.replace('<html ', '<html data-interactive ') : withoutFramework(html);
  const links = [
    `<link rel="icon" type="image/svg+xml" href="${toRoot}../favicon.svg">`,
    `<script type="module" src="${toRoot}${SCRIPT}"></script>`,
  ];
  return withPolicy(lean.replace('</head>', `${links.map((link) => `  ${link}\n  `).join('')}</head>`));
}

function withoutFramework(html: string): string {
  return (
    html
      .replace(/ *<link rel="modulepreload"[^>]*>\n?/g, '')
      // Removes VitePress's page script, its table of all pages, and the site's base URL.
      .replace(/ *<script type="module" src="[^"]*\/assets\/[^"]*"><\/script>\n?/g, '')
      .replace(/ *<script src="[^"]*\/assets\/chunks\/metadata[^"]*"><\/script>\n?/g, '')
      .replace(/ *<script>window\.__VP_SITE_ROOT__[\s\S]*?<\/script>\n?/g, '')
      // Removes the icons that the site does not use.
      .replace(/ *<link rel="preload stylesheet" href="[^"]*vp-icons[^"]*"[^>]*>\n?/g, '')
      .replaceAll(/<!--\[?\]?-->/g, '')
  );
}

/** Adds a content security policy as strict as the lab's, with hashes for the inline scripts. */
function withPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    // The indents of a rule's lines and the heights of scenes are inline styles. Allowing them is safe, since all of
    // the pages' text comes from the repository.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Allows frames with scenes.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
  return html.replace(
    /<meta charset="utf-8">/i,
    (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

/** Writes the pages' script and the search index, and removes files that no page requests. */
export async function finish(site: string, out: string): Promise<void> {
  await build({
    configFile: false,
    root: site,
    logLevel: 'warn',
    base: './',
    build: {
      target: 'es2022',
      outDir: join(out, 'assets'),
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(site, 'client', 'main.ts'),
        output: { entryFileNames: 'site.js', chunkFileNames: '[name].[hash].js' },
      },
    },
  });
  const pages = filesUnder(out)
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((path) => ({ path, html: readFileSync(join(out, path), 'utf8') }));
  writeFileSync(join(out, INDEX), searchIndex(pages));
  // The 404 page is not needed, since the site's host shows its own.
  rmSync(join(out, '404.html'));
  rmSync(join(out, 'hashmap.json'), { force: true });
  removeUnused(out, pages);
}

/** Removes the JavaScript of pages that do not use the framework. */
function removeUnused(out: string, pages: readonly { readonly path: string; readonly html: string }[]): void {
  const live = pages.filter(({ html }) => html.includes('<html data-interactive'));
  for (const name of readdirSync(join(out, 'assets'))) {
    const page = /^(.+)\.md\.[^.]+(\.lean)?\.js$/.exec(name)?.[1];
    const isWanted =
      page === undefined
        ? live.length > 0 || !/^(app\.|vp-icons)/.test(name)
        : live.some(({ path }) => path.replace(/\.html$/, '').replaceAll('/', '_') === page);
    if (!isWanted) rmSync(join(out, 'assets', name), { recursive: true });
  }
  if (live.length === 0) rmSync(join(out, 'assets', 'chunks'), { recursive: true, force: true });
}

export function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
