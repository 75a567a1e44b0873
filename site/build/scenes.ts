/**
 * At build time, adds the preset's title and sentence to each `<Scene preset="…">`. A reader without JavaScript
 * therefore sees them, and no page loads the texts of all scenes. An unknown preset fails the build.
 */

import type { Plugin } from 'vite';
import { readScenes, type Scene } from './catalog.ts';
import { html } from './markdown.ts';

/** A tag in a page, except after a backtick, where the tag is only mentioned. */
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
