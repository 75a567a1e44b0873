import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { embedApi } from './embed-api-plugin.ts';
import { lessons } from './lessons-plugin.ts';
import { collectLicences, licences } from './licences-plugin.ts';
import { manifestAt } from './manifest-plugin.ts';
import { offline } from './offline-plugin.ts';
import { pdfFonts } from './pdf-fonts-plugin.ts';
import { preloads } from './preloads-plugin.ts';
import { presets } from './presets-plugin.ts';

const root = join(import.meta.dirname, '..');
/** The mode of the page that `npm start` serves while the larger package of the engine is still being compiled. */
const FIRST = 'first';

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // Relative addresses: the built folder works under any path of any static host.
  base: './',
  plugins: [
    react(),
    presets(join(root, 'presets')),
    lessons({
      presets: join(root, 'presets'),
      reader: mode === FIRST ? undefined : join(import.meta.dirname, 'src', 'core', 'engine', 'pkg', 'full'),
    }),
    mode === FIRST && withoutTheLargerEngine(),
    pdfFonts(join(root, 'node_modules')),
    withoutPartsOfJspdf(),
    preloads(),
    embedApi({
      source: join(import.meta.dirname, 'src', 'embed', 'host', 'embed-api.ts'),
      packages: join(root, 'node_modules'),
    }),
    licences(root),
    manifestAt(join(root, 'node_modules', '.chokepoint-manifest.json')),
    offline(import.meta.dirname),
    relaxPolicyForDevelopment(),
  ],
  build: {
    target: 'es2022',
    // Which chunks load first; scripts/check-size.mjs reads it.
    manifest: true,
    license: collectLicences,
    // Nothing becomes a data: address, which the page's policy would refuse for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // scripts/check-size.mjs has the limits.
    chunkSizeWarningLimit: 1000,
    // All that the page needs before anything is drawn is one file: in two dozen, as lazy parts that share modules
    // would split them, they take a twentieth more.
    rolldownOptions: {
      // The lab, and one scene in a frame of another page, which shares the lab's first file.
      input: ['index', 'embed'].map((page) => join(import.meta.dirname, `${page}.html`)),
      output: { codeSplitting: { groups: [{ name: nameOfFirstLoad() }] } },
    },
  },
  worker: { format: 'es', plugins: () => (mode === FIRST ? [withoutTheLargerEngine()] : []) },
  // The presets lie beside web/, not in it.
  server: { fs: { allow: ['..'] } },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', '../site/**/*.test.ts'],
    // Files share one set of modules, and with it the compiled engine: starting each afresh took a third of the time.
    // The stores of a file are put back before the next one.
    isolate: false,
    pool: 'threads',
    setupFiles: ['src/testing/fresh-stores.ts'],
    // Nothing is timed: a machine that is busy with something else takes longer.
    testTimeout: 60_000,
  },
}));

/** Replaces the code for the larger package: the page asks for the package first, and names missing parts. */
function withoutTheLargerEngine(): Plugin {
  const NOTHING = '\0not-built-yet';
  return {
    name: 'without-the-larger-engine',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('/chokepoint_full.js') ? NOTHING : null),
    load: (id) =>
      id === NOTHING ? 'export default () => Promise.reject(new Error("it is still being built"));' : null,
  };
}

/** jsPDF asks for these where it is given HTML, which it never is here. */
function withoutPartsOfJspdf(): Plugin {
  const NOTHING = '\0not-needed';
  return {
    name: 'without-parts-of-jspdf',
    enforce: 'pre',
    resolveId: (source) => (/^(html2canvas|dompurify|canvg)$/.test(source) ? NOTHING : null),
    load: (id) => (id === NOTHING ? 'export default undefined;' : null),
  };
}

/** Names the chunk of everything that the entry imports, itself or through others, and not lazily. */
function nameOfFirstLoad() {
  interface Modules {
    getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
  }
  const entry = join(import.meta.dirname, 'src', 'main.tsx');
  let first: Set<string> | undefined;
  return (id: string, modules: Modules): string | null => {
    if (first === undefined) {
      first = new Set();
      const visit = (one: string): void => {
        if (first?.has(one)) return;
        first?.add(one);
        modules.getModuleInfo(one)?.importedIds.forEach(visit);
      };
      visit(entry);
    }
    // The entry stays the start of the manifest.
    return first.has(id) && id !== entry ? 'lab' : null;
  };
}

/**
 * Vite's development server injects inline scripts and styles and listens on a web socket. The strict policy of
 * index.html would refuse all three, so it is relaxed there, and only there: the built page carries it as written.
 */
function relaxPolicyForDevelopment(): Plugin {
  return {
    name: 'relax-policy-for-development',
    apply: 'serve',
    transformIndexHtml(html) {
      return html
        .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
        .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace("connect-src 'self'", "connect-src 'self' ws:");
    },
  };
}
