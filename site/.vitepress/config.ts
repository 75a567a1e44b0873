// The documentation site: pages from docs/ and site/pages/, built by scripts/build-site.mjs into web/dist/docs.

import { join } from 'node:path';
import { defineConfigWithTheme } from 'vitepress';
import { finish, finishedPage, THEME_AT_FIRST } from '../build/html.ts';
import { documentLinks, placeOf } from '../build/links.ts';
import type { Settings } from '../build/navigation.ts';
import { navigation, pages } from '../build/pages.ts';
import { filledScenes } from '../build/scenes.ts';
import { scrollingTables } from '../build/tables.ts';
import { glossaryTerms } from '../build/terms.ts';
import { labColours, labFonts } from '../build/tokens.ts';
import { chapterNumbers } from '../chapter/markdown.ts';

const site = join(import.meta.dirname, '..');
const root = join(site, '..');
const modules = join(root, 'node_modules');
// Computed before the site is built. A number outside its declared range fails the build.
const numbersOfChapter = await chapterNumbers(root);

export default defineConfigWithTheme<Settings>({
  title: 'Chokepoint',
  titleTemplate: ':title · Chokepoint',
  description: 'See what an active queue management algorithm does to every single packet, and why.',
  lang: 'en',

  // The sources are in two folders. docs/ has documents that a code host shows as well; site/pages/ has pages that
  // exist only on this site.
  srcDir: '..',
  srcExclude: ['!(docs|site)/**', '*.md'],
  rewrites: {
    'docs/README.md': 'all.md',
    'docs/decisions/README.md': 'decisions/index.md',
    'docs/:rest*': ':rest*',
    'site/pages/:rest*': ':rest*',
  },
  outDir: process.env.CHOKEPOINT_SITE ?? join(modules, '.chokepoint-site'),
  cacheDir: join(modules, '.chokepoint-site-cache'),
  // Relative URLs, as in the lab, so that the folder works under any path of any host.
  base: './',
  appearance: false,
  // Links lead to complete HTML pages whose scripts the build removes, so prefetching would be useless.
  router: { prefetchLinks: false },
  head: [
    ['meta', { name: 'color-scheme', content: 'dark light' }],
    ['script', {}, THEME_AT_FIRST],
  ],
  transformHtml: (html, _file, { page, pageData }) =>
    finishedPage(html, page, pageData.frontmatter.interactive === true),
  buildEnd: ({ outDir }) => finish(site, outDir),

  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Lab scripts are highlighted as Rust, which they resemble, and a Python session as Python.
    languageAlias: { rhai: 'rust', pycon: 'python' },
    // Headings get the same anchors as on a code host.
    anchor: { slugify: placeOf },
    headers: { level: [2, 3] },
    config: (md) => {
      md.use(numbersOfChapter);
      md.use(documentLinks, root);
      md.use(glossaryTerms, root);
      md.use(scrollingTables);
    },
  },
  vite: {
    plugins: [filledScenes(root), labColours(), labFonts(join(root, 'web', 'dist', 'assets'))],
    publicDir: false,
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => /^(site|chapter)-/.test(tag) } } },

  themeConfig: { navigation, pages: pages(root) },
});
