/** The search index, made from the built pages. */

import MiniSearch from 'minisearch';
import { FIELDS, type Part } from '../client/search-index.ts';

export interface BuiltPage {
  /** The path relative to the root of the site. */
  readonly path: string;
  readonly html: string;
}

export function searchIndex(pages: readonly BuiltPage[]): string {
  const index = new MiniSearch<Part>(FIELDS);
  index.addAll(pages.flatMap(partsOf).map((part, id) => ({ ...part, id })));
  return JSON.stringify(index);
}

/** The sections of a page, one per heading. Tables of results are left out, since they contain only numbers. */
export function partsOf({ path, html }: BuiltPage): readonly Omit<Part, 'id'>[] {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';
  const ofResults = /^fidelity\//.test(path);
  const text = (ofResults ? main.replace(/<table[\s\S]*?<\/table>/g, ' ') : main).replace(
    /<(nav|details class="outline)[\s\S]*?<\/(nav|details)>/g,
    ' ',
  );
  const parts = text.split(/(?=<h[1-3] id=")/).filter((part) => /^<h[1-3] /.test(part));
  const page = words(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(text)?.[1] ?? path);
  return parts.map((part) => {
    const [, level, id, title = ''] = /^<h([1-3]) id="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/.exec(part) ?? [];
    const rest = part.slice(part.indexOf(`</h${level}>`));
    return { href: level === '1' ? path : `${path}#${id}`, title: words(title), page, text: words(rest) };
  });
}

/** The text of a section, without markup. */
function words(html: string): string {
  return html
    .replace(/<a class="header-anchor"[\s\S]*?<\/a>/g, '')
    .replace(/<\/?(a|b|code|em|i|kbd|small|span|strong|var)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/[\u200b\s]+/g, ' ')
    .trim();
}
