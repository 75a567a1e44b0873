/**
 * A host may serve truncated files, or a cache may mix an old page with new files. The page reports the fault and
 * offers a remedy.
 */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lab } from './support/lab';
import { expect, realTime as test } from './support/test';

const DIST = fileURLToPath(new URL('../web/dist/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** A fault of the host, and the files that it affects. */
interface Fault {
  readonly files: RegExp;
  readonly what: 'missing' | 'cut' | 'old';
}

let server: Server;
let address = '';
let fault: Fault | undefined;

/**
 * Starts a host that serves the page with the present `fault`. With the fault `cut`, `Content-Length` is the length of
 * the truncated file, so browsers take the file for complete and cache it for a year.
 */
test.beforeAll(async () => {
  server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://localhost').pathname.slice(1) || 'index.html';
    const what = fault?.files.test(path) === true ? fault.what : undefined;
    let content: Buffer;
    try {
      content = readFileSync(join(DIST, path));
    } catch {
      return response.writeHead(404).end();
    }
    if (what === 'missing') return response.writeHead(404).end();
    if (what === 'cut') content = content.subarray(0, content.length / 2);
    // The scripts of an earlier version of the page have other names, because names contain hashes. The host no longer
    // has them.
    if (what === 'old')
      content = Buffer.from(content.toString().replace(/(assets\/[\w-]+)-[\w-]+\.js/g, '$1-before.js'));
    response.writeHead(200, {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Content-Length': content.length,
      'Cache-Control': path.startsWith('assets/') ? 'max-age=31536000, immutable' : 'max-age=600',
    });
    return response.end(content);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  address = `http://127.0.0.1:${bound.port}/`;
});
test.afterAll(() => void server.close());

const FIRST_SCRIPTS: readonly (readonly [string, Fault])[] = [
  ['is missing', { files: /assets\/lab-.*\.js$/, what: 'missing' }],
  ['is cut', { files: /assets\/lab-.*\.js$/, what: 'cut' }],
  ['is named by an old page', { files: /\.html$/, what: 'old' }],
];
for (const [how, broken] of FIRST_SCRIPTS)
  test(`a first script that ${how} is reported, and loaded again without the cache after the host is repaired`, async ({
    page,
  }) => {
    fault = broken;
    await page.goto(address);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Chokepoint could not be loaded.');
    await expect(page.getByText('Starting the engine…')).toBeHidden();
    if (broken.what === 'cut')
      await test.step('without a repair the report appears again after reloading', async () => {
        const loading = page.waitForEvent('load');
        await alert.getByRole('button', { name: /^Reload, bypassing/ }).click();
        await loading;
        await expect(alert).toContainText('Chokepoint could not be loaded.');
      });
    fault = undefined;
    await alert.getByRole('button', { name: /^Reload, bypassing/ }).click();
    const lab = new Lab(page);
    await expect(page.getByRole('timer').first()).toBeVisible();
    await lab.moves();

    // Only the fault `old` is tested in a frame. With the faults `missing` and `cut` the frame would load the complete
    // files from the cache, where the repaired page has just put them, and would show no fault.
    if (broken.what === 'old')
      await test.step('a frame reports it, too', async () => {
        fault = broken;
        await page.goto(`${address}embed.html#`);
        await expect(alert).toContainText('Chokepoint could not be loaded.');
        fault = undefined;
        await page.getByRole('button', { name: /^Reload, bypassing/ }).click();
        await expect(page.locator('canvas').first()).toBeVisible();
      });
  });

for (const [what, files] of [
  ['engine', /\.wasm$/],
  ['catalogue', /catalog-.*\.json$/],
] as const)
  test(`a truncated ${what} is removed from the cache, and the scene restarts after the repair`, async ({ page }) => {
    fault = { files, what: 'cut' };
    await page.goto(address);
    const alert = page.getByRole('alert').filter({ hasText: 'The engine stopped' });
    await expect(alert).toContainText('could not be loaded');
    await expect(alert.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    fault = undefined;
    await alert.getByRole('button', { name: 'Restart the scene' }).click();
    await new Lab(page).moves();
  });
