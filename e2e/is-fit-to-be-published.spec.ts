import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takePicture } from '../scripts/pictures.mjs';
import { serve } from '../scripts/serve.mjs';
import { Lab } from './support/lab';
import { expect, firstVisit as test } from './support/test';

const DIST = fileURLToPath(new URL('../web/dist', import.meta.url));

test('the licences of all parts of the page are linked from the page', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.choose('Keys');
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Licences/ }).click();
  const opened = await opening;
  // The licences page is long, and the browser shows its beginning while the rest loads.
  await opened.waitForLoadState('load');
  const licences = await opened.locator('body').innerText();
  for (const name of [
    'OFL-1.1',
    '@fontsource-variable/inter',
    'react',
    'd3-array',
    'zustand',
    'workbox-precaching',
    'minisearch',
    'serde',
    'wasm-bindgen',
  ])
    expect(licences).toMatch(new RegExp(`(^|\\()${name}( |\\))`, 'm'));
  // The page contains the full licence texts, not only their names.
  expect(licences).toContain('SIL OPEN FONT LICENSE Version 1.1');
  expect(licences).toContain('Copyright (c) Meta Platforms');
  lab.staysQuiet();
});

test('the picture of the README shows the page as it is', async ({ browser, baseURL }) => {
  // One pixel in a hundred may differ, because browser versions smooth edges differently. After a change to the page,
  // run `npm run pictures`.
  const picture = await takePicture(browser, baseURL ?? '');
  expect(picture).toMatchSnapshot('lab.png', { maxDiffPixelRatio: 0.01 });
});

test('the built folder holds only files of the page', () => {
  expect(readdirSync(DIST).sort()).toEqual([
    'assets',
    'docs',
    'embed-api.d.ts',
    'embed-api.js',
    'embed.html',
    'favicon.svg',
    'icons',
    'index.html',
    'licences.txt',
    'loading.js',
    'manifest.webmanifest',
    'offline.json',
    'one-file.html',
    'sw.js',
  ]);
});

test('the server answers the address of a folder with its index page, as hosts do', async () => {
  const { address, close } = await serve(DIST, { port: 0, strict: true });
  try {
    const asked = async (path: string): Promise<string> => (await fetch(`${address}${path}`)).text();
    expect(await asked('docs/')).toBe(await asked('docs/index.html'));
    expect((await fetch(`${address}assets/`)).status).toBe(404);
  } finally {
    close();
  }
});

test('the server follows no link out of its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'served-'));
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'page.txt'), 'page');
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'linked.txt'));
  symlinkSync(outside, join(folder, 'linked'));
  symlinkSync(join(folder, 'page.txt'), join(folder, 'within.txt'));
  const { address, close } = await serve(folder, { port: 0, strict: true });
  try {
    const status = async (path: string): Promise<number> => (await fetch(`${address}${path}`)).status;
    expect(await status('page.txt')).toBe(200);
    expect(await status('within.txt')).toBe(200);
    expect(await status('linked.txt')).toBe(404);
    expect(await status('linked/secret.txt')).toBe(404);
  } finally {
    close();
    rmSync(folder, { recursive: true });
    rmSync(outside, { recursive: true });
  }
});

for (const [what, args, said] of [
  ['a port that is not a number', ['--port', 'abc'], /^\s*--port abc: a port is a whole number.*$/],
  ['a port that cannot be', ['--port', '99999'], /^\s*--port 99999: a port is a whole number.*$/],
  ['an option that it does not know', ['--folder'], /^\s*Unknown option '--folder'\n?.*\s*Usage: .*$/],
] as const)
  test(`the server reports the error for ${what}`, () => {
    const program = fileURLToPath(new URL('../scripts/serve.mjs', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr.trim()).toMatch(said);
  });
