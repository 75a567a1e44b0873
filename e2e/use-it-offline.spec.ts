import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';
import { Lab } from './support/lab';
import { linkOf } from './support/link';

const MODEL_1 = `#${linkOf(['choked-model1', [], {}])}`;

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

test('a newer version waits until the lecture pauses, and takes nothing from a page that is open', async ({
  context,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'versions-'));
  cpSync(DIST, folder, { recursive: true });
  const { address, close } = await serve(folder, { port: 0, strict: true });
  try {
    const lab = new Lab(await context.newPage());
    const { page } = lab;
    await lab.open(`${address}${MODEL_1}`);
    await isKeptWhole(page);
    const other = new Lab(await context.newPage());
    await other.open(`${address}${MODEL_1}`);

    makeNewer(folder, 'TheoryOfScene');
    await page.reload();
    await lab.moves();
    await page.keyboard.press('?');
    await expect(page.getByText('A newer version waits')).toBeVisible();
    await page.keyboard.press('Escape');
    const notice = page.getByText('A newer version is there');
    await expect(notice).toBeHidden();
    await lab.pause();
    await expect(notice).toBeVisible();
    await lab.play();
    await expect(notice).toBeHidden();
    await page.getByRole('button', { name: /^Presenter/ }).click();
    await page.keyboard.press('Space');
    await lab.standsStill();
    await expect(notice).toBeHidden();
    await page.getByRole('button', { name: 'Leave the presenter' }).click();
    await expect(notice).toBeVisible();
    const left_s = await lab.now_s();

    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-version', 'newer');
    await expect.poll(() => lab.now_s()).toBe(left_s);

    // The other page was not loaded again, and opens what the newer version has no longer.
    await expect(other.page.locator('html')).not.toHaveAttribute('data-version');
    await other.page.getByRole('group', { name: 'Below the queue' }).getByText('Theory').click();
    await expect(other.page.getByRole('region', { name: 'Theory' })).toBeVisible();
    lab.staysQuiet();
    other.staysQuiet();
  } finally {
    close();
    rmSync(folder, { recursive: true });
  }
});

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
