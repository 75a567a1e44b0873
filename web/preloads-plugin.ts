/**
 * Adds preloads to the head of the built page: the engine, its catalog, and the presets' heads (`presets-plugin.ts`),
 * which every visit needs. The browser loads them at the same time as the first script. Fonts are not preloaded: on a
 * slow connection they would take a third of the engine's loading time. Until they arrive, the page uses a system font.
 */

import { basename } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';

interface Preload {
  readonly file: RegExp;
  readonly attributes: Readonly<Record<string, string>>;
}

const PRELOADS: readonly Preload[] = [
  { file: /chokepoint_lab_bg-.*\.wasm$/, attributes: { rel: 'preload', as: 'fetch' } },
  { file: /catalog-.*\.json$/, attributes: { rel: 'preload', as: 'fetch' } },
  { file: /preset-heads-.*\.js$/, attributes: { rel: 'modulepreload' } },
];

export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, filename }) {
        // The page of an embed gets no preloads. It may be far down in another page, so it requests the engine only
        // when it becomes visible.
        if (basename(filename) !== 'index.html') return [];
        const files = Object.keys(bundle ?? {});
        return PRELOADS.flatMap(({ file, attributes }) => {
          const named = files.filter((name) => file.test(name));
          if (named.length === 0) throw new Error(`nothing that is built is called ${file}`);
          return named.map((name) => tagOf(name, attributes));
        });
      },
    },
  };
}

function tagOf(name: string, attributes: Preload['attributes']): HtmlTagDescriptor {
  // Without `crossorigin` the browser would not use the preloaded file and would fetch it again.
  return { tag: 'link', attrs: { ...attributes, crossorigin: true, href: `./${name}` }, injectTo: 'head' };
}
