/**
 * The configuration of the second build. It makes one HTML file with the whole lab, which opens without a server
 * (`docs/decisions/0051`).
 */

import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lessons } from './lessons-plugin.ts';
import { oneFile, partAddress, speaksToOneEngine } from './one-file/plugin.ts';
import { presets } from './presets-plugin.ts';

const root = join(import.meta.dirname, '..');

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // The page's code reads the mode wherever the single file must behave differently from the lab.
  mode: 'one-file',
  publicDir: false,
  plugins: [
    speaksToOneEngine(import.meta.dirname),
    react(),
    presets(join(root, 'presets')),
    lessons({
      presets: join(root, 'presets'),
      reader: join(import.meta.dirname, 'src', 'core', 'engine', 'pkg', 'full'),
    }),
    oneFile(import.meta.dirname),
  ],
  build: {
    target: 'es2022',
    // The folder already has the files of the first build, which must stay.
    emptyOutDir: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: join(import.meta.dirname, 'src', 'main.tsx'),
      // All code is in one script, including the code that the lab loads on demand.
      output: { codeSplitting: false },
      // A missing export is not an error here, because the replacements of excluded modules (`one-file/plugin.ts`) have no
      // exports.
      shimMissingExports: true,
    },
  },
  // Chromium starts no module worker from a local file, so `one-file/loader.js` starts classic workers instead.
  worker: {
    format: 'iife',
    plugins: () => [speaksToOneEngine(import.meta.dirname)],
    rolldownOptions: { output: { codeSplitting: false } },
  },
  experimental: { renderBuiltUrl: partAddress },
});
