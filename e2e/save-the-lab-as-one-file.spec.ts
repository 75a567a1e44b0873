import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launch } from 'puppeteer-core';
import { firefoxPath } from '../scripts/browsers.mjs';
import { moveByHand } from './support/clock';
import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { type Browser, COMPUTED, expect, firstVisit as test } from './support/test';

const TEMPLATE = fileURLToPath(new URL('../web/dist/one-file.html', import.meta.url));
const LAB = 'https://lab.example/chokepoint/';
const SCENE = linkOf(['choked-model1', [['lanes.0.aqm', 'red']], { workspace: 'lab' }]);

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-file-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test('a saved scene plays from a disk without a network, and sends no request', async ({ browser }) => {
  const { lab, asked } = await opened(browser, savedFile(SCENE));
  const { page } = lab;
  expect(await lab.disciplineOnStage()).toBe('RED');
  await lab.moves();
  await expect(page.getByText(/Saved from Chokepoint \d+\.\d+\.\d+, numbers \d+/)).toBeVisible();

  // The saved file also contains the theory, the experiments and the list of all disciplines.
  await lab.goTo('Theory');
  await expect(page.getByRole('region', { name: 'Theory' })).toBeVisible();
  await lab.openPaper();
  await page.getByLabel('seeds').fill('1');
  await page.getByRole('button', { name: 'Run the experiment' }).click();
  await expect(page.getByText('4 runs of 1 seed.')).toBeVisible(COMPUTED);
  await lab.choose('All disciplines');
  await expect(page.getByRole('dialog').getByRole('table')).toContainText('DropTail');
  await page.goBack();
  await lab.switchTo('CHOKeD');
  await lab.moves();

  // The URL still contains the scene, and so does the link into the lab.
  const link = page.getByRole('link', { name: 'Open it in the lab' });
  await link.focus();
  const fragment = new URL(page.url()).hash;
  expect(fragment).not.toBe(`#${SCENE}`);
  await expect(link).toHaveAttribute('href', `${LAB}${fragment}`);
  expect(asked).toEqual([]);
  lab.staysQuiet();
});

test('a saved lesson opens at its step and checks an answer', async ({ browser }) => {
  const { lab } = await opened(browser, savedFile('lesson.1.full-buffer/3'));
  const { page } = lab;
  const asked = page.getByRole('region', { name: /^Predict The window is halved/ });
  await asked.getByRole('radio').first().check();
  await asked.getByRole('button', { name: 'Give this answer' }).click();
  await page.getByRole('button', { name: 'Compare with the result' }).click();
  const shown = page.getByRole('region', { name: /^Result The window is halved/ });
  await expect(shown.getByRole('listitem').filter({ hasText: 'your answer' })).toBeVisible(COMPUTED);
  lab.staysQuiet();
});

/** Path of Firefox; undefined where none is installed. */
const FIREFOX = firefoxPath();

// Starting a second browser takes twenty seconds, so only thorough runs use Firefox.
const isThorough = process.env.CHOKEPOINT_THOROUGH !== undefined;
(FIREFOX === undefined || !isThorough ? [] : [FIREFOX]).forEach((executablePath) => {
  test('a saved scene plays in Firefox', () => playsInFirefox(executablePath));
});

async function playsInFirefox(executablePath: string): Promise<void> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(savedFile(SCENE)).href);
    const now_s = async (): Promise<number> =>
      Number.parseFloat(await page.evaluate(() => document.querySelector('[role="timer"]')?.textContent ?? ''));
    await expect.poll(now_s).toBeGreaterThan(0);
    const before_s = await now_s();
    await expect.poll(now_s).toBeGreaterThan(before_s);
  } finally {
    await browser.close();
  }
}

/** Writes the lab with one scene as a single HTML file, as the page saves it (`web/src/core/save/one-file.test.ts`). */
function savedFile(fragment: string): string {
  const saved = JSON.stringify({ fragment, title: 'A scene', lab: LAB });
  const data = `<script type="application/json" id="saved">${saved}</script>`;
  const file = join(folder, 'a scene.html');
  writeFileSync(
    file,
    readFileSync(TEMPLATE, 'utf8').replace('<!--saved-->', () => data),
  );
  return file;
}

async function opened(browser: Browser, file: string): Promise<{ lab: Lab; asked: string[] }> {
  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } });
  await moveByHand(context);
  const page = await context.newPage();
  const address = pathToFileURL(file).href;
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(blob|data):/.test(url) && url.replace(/#.*/, '') !== address) asked.push(url);
  });
  const lab = new Lab(page);
  await lab.open(address);
  return { lab, asked };
}
