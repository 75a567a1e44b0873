/**
 * The configuration of the second build: the whole lab in one HTML file that opens without a server
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
  // The page reads the mode wherever the single file differs from the lab.
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
    // The output lies beside that of the first build, and only the file itself is written.
    emptyOutDir: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: join(import.meta.dirname, 'src', 'main.tsx'),
      // All code is in one script, also code that the lab loads later.
      output: { codeSplitting: false },
      // A missing export is no error here: modules that are left out (`one-file/plugin.ts`) export nothing.
      shimMissingExports: true,
    },
  },
  // Chromium starts no module worker from a file, so `one-file/loader.js` makes classic workers of them.
  worker: {
    format: 'iife',
    plugins: () => [speaksToOneEngine(import.meta.dirname)],
    rolldownOptions: { output: { codeSplitting: false } },
  },
  experimental: { renderBuiltUrl: partAddress },
});
