/**
 * The most important user actions in an installed Firefox, driven over WebDriver BiDi, since Playwright drives only its
 * own build. Skipped if Firefox is not installed.
 */

import { expect, test } from '@playwright/test';
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core';
import { firefoxPath } from '../scripts/browsers.mjs';
import { linkOf } from './support/link';

test.describe.configure({ mode: 'serial' });

let browser: Browser;
let page: Page;
const errors: string[] = [];

test.beforeAll(async () => {
  browser = await launch({ browser: 'firefox', executablePath: firefoxPath() ?? '', headless: true });
  page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
});

test.afterAll(() => browser.close());

test.afterEach(async () => {
  expect(errors.splice(0)).toEqual([]);
  await page.goto('about:blank');
});

test('the page opens with a running scene', async ({ baseURL }) => {
  await open(baseURL, '');
  await moves();
});

test('a step is one decision, and playing continues from there', async ({ baseURL }) => {
  await openAt(baseURL, 2, []);
  const explanation = (): Promise<string> => textOf('[aria-label="What the algorithm just did"]');
  const before = await explanation();
  await press('button', 'Step one decision');
  await expect.poll(explanation).not.toBe(before);
  expect(await now_s()).toBeLessThan(2.2);
  await press('button', 'Play');
  await moves();
  await press('button', 'Pause');
});

test('another discipline replaces the one on the stage', async ({ baseURL }) => {
  await openAt(baseURL, 2, []);
  const list = (await page.waitForSelector(aria('combobox', 'Queue discipline'))) as ElementHandle<HTMLSelectElement>;
  await list.select('red');
  await expect.poll(stageHeading).toBe('RED');
});

test('a link with two disciplines shows both at the time that the link names', async ({ baseURL }) => {
  const lanes = ['red', 'choked'].map((aqm) => ({ aqm, params: {} }));
  await openAt(baseURL, 3, [['lanes', lanes]]);
  expect(await page.$$('[role="application"]')).toHaveLength(2);
});

test('a link that cannot be read is reported, and the lab opens', async ({ baseURL }) => {
  await open(baseURL, '#2.nonsense');
  await expect.poll(() => textOf('[role="alert"]')).toMatch(/link/);
  await moves();
});

async function open(address: string | undefined, fragment: string): Promise<void> {
  await page.goto(`${address}${fragment}`);
  await expect.poll(now_s).not.toBeNaN();
}

async function openAt(address: string | undefined, time_s: number, changes: readonly unknown[]): Promise<void> {
  await open(address, `#${linkOf(['choked-model1', changes, { at_s: time_s, workspace: 'lab' }])}`);
  await expect.poll(now_s).toBe(time_s);
}

function aria(role: string, name: string): string {
  return `::-p-aria([name="${name}"][role="${role}"])`;
}

async function press(role: string, name: string): Promise<void> {
  const found = (await page.waitForSelector(aria(role, name))) as ElementHandle<HTMLElement>;
  await found.evaluate((element) => element.click());
}

/** Finds elements by attributes, because lookup by role takes seconds in this browser. */
function textOf(selector: string): Promise<string> {
  return page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? '', selector);
}

async function now_s(): Promise<number> {
  return Number.parseFloat(await textOf('[role="timer"]'));
}

function stageHeading(): Promise<string> {
  return textOf('[aria-label="Queue"] h2');
}

async function moves(): Promise<void> {
  const before_s = await now_s();
  await expect.poll(now_s).toBeGreaterThan(before_s);
}
