/**
 * Inserts numbers, drawn figures and pictures into the chapter's source before Markdown is parsed. The search index
 * therefore contains the numbers, the page needs no script for them, and a result outside its range fails the build.
 */

import { join } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { chart } from '../../scripts/site/chapter-charts.mjs';
import { chapter, TEXT } from '../../scripts/site/chapter-numbers.mjs';
import { fill, sourcesOf } from '../../scripts/site/chapter-text.mjs';

/** Returns a plugin for the Markdown renderer, once the numbers are computed. */
export async function chapterNumbers(root: string): Promise<(md: MarkdownRenderer) => void> {
  const computed = await chapter();
  return (md) => {
    md.core.ruler.before('normalize', 'chapter', (state) => {
      const { path = '', realPath = path } = state.env as { readonly path?: string; readonly realPath?: string };
      if (realPath !== join(root, TEXT) && !realPath.endsWith(TEXT)) return;
      const text = String(fill(state.src, computed))
        .replace(/<(?:Try|Watch)\b[^>]*>/g, (tag) => tag.replace(/\s+/g, ' '))
        .replace(/<Chart\s+id="([^"]*)"\s*\/>/g, (_, id: string) =>
          chart(id, computed.declared.figures[id], computed.figures[id]),
        )
        .replace(
          /\s+picture="([^"]*)"([^>]*)>/g,
          (_, name: string, rest: string) => `${rest}>${picture(name, computed.declared.pictures)}`,
        )
        .replace('<Sources />', sourcesOf(computed));
      state.src = `<div class="chapter">\n\n${text}\n\n</div>\n`;
    });
  };
}

/** The picture in both themes; the style sheet shows one. */
function picture(
  name: string,
  pictures: Readonly<Record<string, { readonly alt: string; readonly high?: boolean }>>,
): string {
  const about = pictures[name];
  if (about === undefined) throw new Error(`${TEXT}: there is no picture “${name}”`);
  const size = `width="680" height="${about.high ? 520 : 280}"`;
  const one = (theme: string): string =>
    `<img class="only-${theme}" src="./chapter/${name}-${theme}.webp" alt="${about.alt}" loading="lazy" ${size}>`;
  return `<template #picture>${one('light')}${one('dark')}</template>`;
}
