/**
 * `<Scene preset="…">` in a page gets the title and the sentence of its preset while the page is built, so that a reader without
 * JavaScript has them and no page loads the words of all scenes. A preset that there is not ends the build.
 */

import type { Plugin } from 'vite';
import { readScenes, type Scene } from './catalog.ts';
import { html } from './markdown.ts';

/** Not behind a backtick, where it is spoken of. */
const TAG = /(?<!`)<Scene\b([^>]*?)(\/?)>/g;

export function filledScenes(root: string): Plugin {
  let scenes: readonly Scene[] | undefined;
  return {
    name: 'filled-scenes',
    enforce: 'pre',
    transform(text, id) {
      if (!/\.md(\?|$)/.test(id) || !text.includes('<Scene')) return null;
      scenes ??= readScenes(root);
      return filled(text, scenes, id);
    },
  };
}

export function filled(text: string, scenes: readonly Scene[], page: string): string {
  return text.replace(TAG, (whole, attributes: string, end: string) => {
    const preset = /\spreset="([^"]+)"/.exec(attributes)?.[1];
    if (preset === undefined) return whole;
    const scene = scenes.find(({ id }) => id === preset);
    if (scene === undefined) throw new Error(`${page}: there is no preset ${preset}`);
    const words = { title: scene.title, sentence: scene.lesson };
    const added = Object.entries(words)
      .filter(([name]) => !new RegExp(`\\s:?${name}=`).test(attributes))
      .map(([name, value]) => ` ${name}="${html(value)}"`);
    return `<Scene${attributes.trimEnd()}${added.join('')} ${end}>`;
  });
}
