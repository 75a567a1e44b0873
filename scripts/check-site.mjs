// Checks the built documentation, not its sources: every URL that a page names exists, the files that a page loads
// first are small enough, and every page is linked from another.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dist } from './build.mjs';
import { isEntryPoint, main, Problem, root } from './commands.mjs';

const FOLDER = 'docs';
/** The folder of rustdoc, which is not checked here, because rustdoc checks its own links. */
const RUSTDOC = join(FOLDER, 'rust') + sep;

// Limits after gzip for the HTML, scripts and styles that a page loads first [KiB]. They do not count the typefaces,
// which are shared with the lab, or the scenes, which load later.
const budgets = {
  page: 60,
  // An interactive page keeps the framework of VitePress, which its own components need (docs/decisions/0089).
  'interactive page': 120,
};

if (isEntryPoint(import.meta.url)) {
  main(() => {
    const site = join(dist, FOLDER);
    if (!existsSync(join(site, 'index.html'))) throw new Problem(`${site} is not built: run \`npm run build\`.`);
    const pages = readPages(dist, FOLDER);
    const problems = [
      ...brokenAddresses(dist, pages),
      ...withoutLink(pages),
      ...brokenStyles(dist, pages),
      ...tooLarge(dist, pages),
    ];
    if (problems.length > 0) throw new Problem(problems.join('\n'));
  });
}

/** All pages by their paths in the built folder. */
export function readPages(folder, under) {
  const files = readdirSync(join(folder, under), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(RUSTDOC))
    .map((path) => path.split(sep).join('/'))
    .sort();
  return new Map(
    files.map((path) => {
      const html = readFileSync(join(folder, path), 'utf8');
      return [path, { html, ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => unescaped(id))) }];
    }),
  );
}

/** Links in pages whose target does not exist, or exists only if the site is at the root of a host. */
export function* brokenAddresses(folder, pages) {
  for (const [page, { html }] of pages)
    for (const address of addressesIn(html)) {
      const problem = problemOf(folder, pages, page, address);
      if (problem !== undefined) yield `${page}: ${address}: ${problem}`;
    }
}

function addressesIn(html) {
  const found = [...html.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, address]) => unescaped(address));
  return new Set(found);
}

function problemOf(folder, pages, page, address) {
  if (/^(https?:|mailto:|data:)/.test(address)) return undefined;
  if (address === '' || /^(\/|[a-z][a-z0-9+.-]*:)/i.test(address)) return 'is not relative to the page';
  const [, path, query, fragment] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(address);
  const target = path === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(path));
  if (target.startsWith('..')) return 'leads out of the built folder';
  const file = target === '.' || target.endsWith('/') ? posix.join(target, 'index.html') : target;
  if (!existsSync(join(folder, file)) || !statSync(join(folder, file)).isFile()) return 'there is no such file';
  if (!file.startsWith(`${FOLDER}/`)) return problemInLab(query, fragment);
  if (fragment === undefined || fragment === '') return undefined;
  return pages.get(file)?.ids.has(decodeURIComponent(fragment)) === false
    ? 'there is no such place in the page'
    : undefined;
}

/** The problem with a link to the lab if it names a preset or a lesson that does not exist. */
function problemInLab(query, fragment) {
  const preset = new URLSearchParams(query).get('preset');
  if (preset !== null && !existsSync(join(root, 'presets', `${preset}.json`))) return `there is no preset ${preset}`;
  const lesson = /^lesson\.1\.([\w-]+)/.exec(fragment ?? '')?.[1];
  if (lesson !== undefined && !existsSync(join(root, 'presets', 'lessons', `${lesson}.md`)))
    return `there is no lesson ${lesson}`;
  return undefined;
}

/** Pages to which no other page links. */
export function* withoutLink(pages) {
  const linked = new Set(
    [...pages].flatMap(([page, { html }]) =>
      [...addressesIn(html)]
        .filter((address) => !/^[a-z]+:/.test(address))
        .map((address) => posix.join(posix.dirname(page), address.replace(/[?#].*$/, '')))
        .filter((target) => target !== page),
    ),
  );
  for (const page of pages.keys()) if (!linked.has(page)) yield `${page}: no other page links to it.`;
}

/** Files that style sheets name. */
function* brokenStyles(folder, pages) {
  const styles = new Set(
    [...pages].flatMap(([page, { html }]) => loadedBy(page, html).filter((file) => file.endsWith('.css'))),
  );
  for (const style of styles)
    for (const [, address] of readFileSync(join(folder, style), 'utf8').matchAll(/url\(["']?([^"')]+)["']?\)/g))
      if (!address.startsWith('data:') && !existsSync(join(folder, dirname(style), address)))
        yield `${style}: ${address}: there is no such file`;
}

function* tooLarge(folder, pages) {
  const sizes = [...pages].map(([page, { html }]) => {
    const kind = html.includes('<html data-interactive') ? 'interactive page' : 'page';
    const files = loadedBy(page, html).map((file) => gzipSync(readFileSync(join(folder, file))).length);
    return { page, kind, kib: (gzipSync(html).length + files.reduce((sum, bytes) => sum + bytes, 0)) / 1024 };
  });
  for (const kind of Object.keys(budgets)) {
    const largest = sizes.filter((one) => one.kind === kind).sort((a, b) => b.kib - a.kib)[0];
    if (largest === undefined) continue;
    console.log(`largest ${kind}: ${largest.kib.toFixed(1)} KiB gzip of ${budgets[kind]} allowed, ${largest.page}`);
  }
  for (const { page, kind, kib } of sizes)
    if (kib > budgets[kind]) yield `${page}: loads ${kib.toFixed(1)} KiB; ${budgets[kind]} are allowed.`;
}

/** Scripts and styles that a page loads before it can be read. */
function loadedBy(page, html) {
  const tags = [...html.matchAll(/<(script|link)\b[^>]*>/g)].map(([tag]) => tag);
  const addresses = tags.flatMap((tag) => {
    const isLoaded = tag.startsWith('<script') || /rel="[^"]*(stylesheet|modulepreload)[^"]*"/.test(tag);
    const address = /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1];
    return isLoaded && address !== undefined ? [address] : [];
  });
  return [...new Set(addresses)].map((address) => posix.join(posix.dirname(page), address));
}

function unescaped(text) {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
