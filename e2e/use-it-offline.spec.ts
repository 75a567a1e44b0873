import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, expect, type Page, test } from '@playwright/test';
import { launch, type Page as PuppeteerPage } from 'puppeteer-core';
import { browserArguments, browserPath } from '../scripts/browsers.mjs';
import { serve } from '../scripts/serve.mjs';
import { Lab } from './support/lab';
import { linkOf } from './support/link';

const MODEL_1 = `#${linkOf(['choked-model1', [], {}])}`;
const AT_TWO = `#${linkOf(['choked-model1', [], { at_s: 2 }])}`;

const DIST = fileURLToPath(new URL('../web/dist', import.meta.url));

test.use({ serviceWorkers: 'allow' });
// Every file of the page is fetched first.
test.slow();

test('after the first visit everything opens without the network', async ({ page, context }) => {
  const lab = new Lab(page);
  await lab.open();
  await isKeptWhole(page);
  await context.setOffline(true);

  // What has not been opened yet, on the page of the first visit.
  await lab.openPaper();
  await expect(page.getByRole('region', { name: 'Published values beside ours' }).first()).toBeVisible();

  await page.reload();
  await page.waitForFunction(() => /\d/.test(document.querySelector('[role="timer"]')?.textContent ?? ''));
  await lab.moves();
  await page.getByRole('group', { name: 'Below the queue' }).getByText('Theory').click();
  await expect(page.getByRole('region', { name: 'Theory' })).toBeVisible();
  await page.getByRole('button', { name: /^Scene:/ }).click();
  await page.getByRole('searchbox', { name: 'Search the scenes' }).fill('transient thesis');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await lab.moves();
  await lab.openPaper();
  await expect(page.getByRole('heading', { name: 'What is claimed' })).toBeVisible();
  await page.getByRole('button', { name: 'All disciplines' }).click();
  await page.getByRole('link', { name: 'CHOKeD' }).click();
  await expect(page.getByRole('rowheader', { name: 'limit' })).toBeVisible();

  // By addresses, with what stands behind `?`.
  await page.goto('./?from=somewhere#lesson.1.full-buffer');
  await expect(page.getByRole('heading', { name: /buffer/i }).first()).toBeVisible();
  await page.goto('./licences.txt');
  await expect(page.locator('body')).toContainText('Chokepoint itself');
  lab.staysQuiet();
});

/** Playwright holds back the second service worker of a page; what drives Firefox for us does not. */
test('a newer version waits until the lecture pauses, and takes nothing from a page that is open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'versions-'));
  cpSync(DIST, folder, { recursive: true });
  const { address, close } = await serve(folder, { port: 0, strict: true });
  const browser = await launch({
    executablePath: browserPath() ?? chromium.executablePath(),
    args: browserArguments(),
    defaultViewport: { width: 1440, height: 900 },
  });
  try {
    const open = async (fragment: string): Promise<Opened> => {
      const page = await browser.newPage();
      await page.goto(`${address}${fragment}`);
      await page.waitForFunction(() => /\d/.test(document.querySelector('[role="timer"]')?.textContent ?? ''));
      return {
        page,
        says: (text) => page.evaluate((wanted) => document.body.innerText.includes(wanted), text),
        press: (name) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click(),
        version: () => page.evaluate(() => document.documentElement.dataset.version),
        clock: () => page.evaluate(() => document.querySelector('[role="timer"]')?.textContent),
      };
    };
    const { page, says, press, version, clock } = await open(MODEL_1);
    await page.keyboard.press('?');
    await expect.poll(() => says('Works offline: yes'), { timeout: 60_000 }).toBe(true);
    await page.keyboard.press('Escape');
    const other = await open(AT_TWO);

    makeNewer(folder, 'TheoryOfScene');
    await page.bringToFront();
    await page.reload();
    await page.waitForFunction(() => /\d/.test(document.querySelector('[role="timer"]')?.textContent ?? ''));
    await page.keyboard.press('?');
    await expect.poll(() => says('A newer version waits'), { timeout: 60_000 }).toBe(true);
    await page.keyboard.press('Escape');
    const isOffered = (): Promise<boolean> => says('A newer version is there');
    expect(await isOffered()).toBe(false);
    await press('Pause');
    await expect.poll(isOffered).toBe(true);
    await press('Play');
    await expect.poll(isOffered).toBe(false);
    await press('Presenter');
    await press('Pause');
    await page.locator('::-p-aria([name="Play"][role="button"])').wait();
    expect(await isOffered()).toBe(false);
    await press('Leave the presenter');
    await expect.poll(isOffered).toBe(true);
    const left = await clock();

    await press('Reload');
    await expect.poll(() => version().catch(() => undefined)).toBe('newer');
    await expect.poll(clock).toBe(left);

    // The other page was not loaded again, and opens what the newer version has no longer.
    expect(await other.version()).toBeUndefined();
    await other.page.bringToFront();
    await other.page.keyboard.press('t');
    await other.page.waitForSelector('[aria-label="Theory"]');
  } finally {
    await browser.close();
    close();
    rmSync(folder, { recursive: true });
  }
});

interface Opened {
  readonly page: PuppeteerPage;
  readonly says: (text: string) => Promise<boolean>;
  readonly press: (name: string) => Promise<void>;
  readonly version: () => Promise<string | undefined>;
  readonly clock: () => Promise<string | null | undefined>;
}

/** Waits until the page says so, as it would to somebody who looks. */
async function isKeptWhole(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await expect(page.getByText('Works offline: yes')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
}

/** Another build in the same place: its page is another one, and one of the chunks is no longer there. */
function makeNewer(folder: string, chunk: string): void {
  const change = (file: string, from: string | RegExp, to: string): void => {
    const before = readFileSync(join(folder, file), 'utf8');
    const after = before.replace(from, to);
    expect(after, file).not.toBe(before);
    writeFileSync(join(folder, file), after);
  };
  const gone = readdirSync(join(folder, 'assets')).find((name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'));
  expect(gone, chunk).toBeDefined();
  rmSync(join(folder, 'assets', gone ?? ''));
  change('index.html', '<html', '<html data-version="newer"');
  change('offline.json', `"assets/${gone}",`, '');
  change('sw.js', `{url:"assets/${gone}",revision:null},`, '');
  change('sw.js', /(url:"index.html",revision:")\w+/, '$1newer');
}
