/**
 * Resolves the links in documents. Their sources use paths relative to the document, as a code host expects. On the
 * site, a link to another document leads to that document's page, and a link to any other file leads to the repository,
 * whose URL is `repository` in package.json. Without this URL only the name of the file is printed.
 */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/** The repository's URL without a trailing slash; undefined if package.json names none. */
export function repositoryAddress(root: string): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly repository?: string | { readonly url?: string };
  };
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url
    ?.replace(/^github:/, 'https://github.com/')
    .replace(/^git\+/, '')
    .replace(/\.git$/, '')
    .replace(/\/$/, '');
}

/** The URL of a file or folder of the repository, by its path from the root. */
export function addressInRepository(root: string, path: string): string | undefined {
  const address = repositoryAddress(root);
  return address === undefined ? undefined : `${address}/blob/main/${path}`;
}

/**
 * The file that a document's link points to, relative to the root; undefined for other links. Generated pages write
 * `@/` for the root.
 */
export function fileOf(root: string, document: string, href: string): string | undefined {
  if (href.startsWith('@/')) return href.slice(2);
  if (/^([a-z][a-z0-9+.-]*:|\/|#|\?)/i.test(href)) return undefined;
  const [path = ''] = href.split(/[?#]/);
  const target = resolve(root, dirname(document), decodeURIComponent(path));
  // A link without a target is left unchanged, so that VitePress reports it.
  return existsSync(target) ? relative(root, target).split(sep).join('/') : undefined;
}

/** The URL of a document's page, relative to the root of the site; undefined for all other files. */
export function pageOf(path: string): string | undefined {
  const name = /^(?:docs|site\/pages)\/(.+)\.md$/.exec(path)?.[1];
  if (path === 'docs/README.md' || path === 'docs') return '/all';
  if (path === 'docs/decisions') return '/decisions/';
  if (name === undefined) return undefined;
  return `/${name.replace(/(^|\/)(README|index)$/, '$1')}`;
}

/** A heading's anchor, by the rule of code hosts: letters, digits, `-` and `_`, with a hyphen for each space. */
export function placeOf(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

export function documentLinks(md: MarkdownRenderer, root: string): void {
  md.core.ruler.push('document-links', (state) => {
    const { path, realPath } = state.env as { readonly path?: string; readonly realPath?: string };
    const document = relative(root, realPath ?? path ?? root);
    for (const { children } of state.tokens) {
      const closing: string[] = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = String(token.attrGet('href') ?? '');
          const file = fileOf(root, document, href);
          const page = file === undefined ? undefined : pageOf(file);
          const address = file === undefined ? href : (page ?? addressInRepository(root, file));
          closing.push(address === undefined ? 'span' : 'a');
          if (address === undefined) {
            token.type = 'in_repository_open';
            token.tag = 'span';
            token.attrs = [
              ['class', 'in-repository'],
              ['title', `${file} of the repository`],
            ];
          } else if (address !== href) {
            token.attrSet('href', `${address}${/#.*$/.exec(href)?.[0] ?? ''}`);
          }
        } else if (token.type === 'link_close' && closing.pop() === 'span') {
          token.type = 'in_repository_close';
          token.tag = 'span';
        }
      }
    }
  });
}
