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
/**
 * Mode of `npm start` while the engine's larger package is still being compiled: the page then runs with the smaller
 * one.
 */
const FIRST = 'first';

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // Relative addresses make the built folder work under any path of any static host.
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
    // The list of chunks that load first, which scripts/check-size.mjs reads.
    manifest: true,
    license: collectLicences,
    // No file becomes a `data:` address, because the page's content security policy refuses such fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Vite warns only above this size [kB]. The limits themselves are in scripts/check-size.mjs.
    chunkSizeWarningLimit: 1000,
    // All code that the page needs before the first picture is in one file. If parts loaded on demand could share
    // modules with this code, it would be split into two dozen files, together a twentieth larger than the one file.
    rolldownOptions: {
      // Two pages: the lab, and the embed, which shows one scene in a frame of another page. Both load the lab's first
      // file.
      input: ['index', 'embed'].map((page) => join(import.meta.dirname, `${page}.html`)),
      output: { codeSplitting: { groups: [{ name: nameOfFirstLoad() }] } },
    },
  },
  worker: { format: 'es', plugins: () => (mode === FIRST ? [withoutTheLargerEngine()] : []) },
  // The presets are in a folder beside web/.
  server: { fs: { allow: ['..'] } },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', '../site/**/*.test.ts'],
    // Test files share one set of modules, including the compiled engine. Loading the modules for each file took a
    // third of the time. The stores are reset before the next file.
    isolate: false,
    pool: 'threads',
    setupFiles: ['src/testing/fresh-stores.ts'],
    // No test measures time, so the limit only has to stop a hanging test, also on a busy machine.
    testTimeout: 60_000,
  },
}));

/**
 * Replaces the code for the engine's larger package while that package is not compiled. The page then names the parts
 * that are missing.
 */
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

/** Replaces modules that jsPDF imports only for HTML, which the page never uses. */
function withoutPartsOfJspdf(): Plugin {
  const NOTHING = '\0not-needed';
  return {
    name: 'without-parts-of-jspdf',
    enforce: 'pre',
    resolveId: (source) => (/^(html2canvas|dompurify|canvg)$/.test(source) ? NOTHING : null),
    load: (id) => (id === NOTHING ? 'export default undefined;' : null),
  };
}

/** Puts all modules that the entry imports statically, directly or indirectly, into one chunk with a fixed name. */
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
    // The entry module stays outside this chunk, so that it is still the first item of the manifest.
    return first.has(id) && id !== entry ? 'lab' : null;
  };
}

/**
 * Relaxes the page's content security policy in development. Vite's development server injects inline scripts and
 * styles and opens a web socket, which the strict policy of index.html would refuse. The built page has the strict
 * policy.
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
