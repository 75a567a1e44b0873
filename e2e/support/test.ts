/**
 * `test` gives each test an open page. Each worker opens one tab and resets it between tests, which is quicker than
 * opening a new window. Tests of the first visit use `firstVisit`, which opens a window of its own.
 * In both, the test drives the clock (`clock.ts`). `realTime` is for the few tests that need real time.
 */

import { test as base, type Page } from '@playwright/test';
import { moveByHand } from './clock';

export { type Browser, expect, type Locator, type Page } from '@playwright/test';

interface Tab {
  readonly tab: Page;
}

/**
 * Options for waiting on the results of many runs, however loaded the machine is. Only the test's own timeout ends the
 * wait.
 */
export const COMPUTED = { timeout: 270_000 };

// All three kinds of tests declare the same fixtures of a worker, so that Playwright runs them in the same workers.
const withTab = base.extend<object, Tab>({
  tab: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', viewport = null, hasTouch = false, isMobile = false } = project.use;
      const context = await browser.newContext({ baseURL, viewport, hasTouch, isMobile, serviceWorkers: 'block' });
      await moveByHand(context);
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
});

/** A test in a window of its own, in real time. */
export const realTime = withTab;

export const firstVisit = withTab.extend({
  context: async ({ context }, use) => {
    await moveByHand(context);
    await use(context);
  },
});

export const test = withTab.extend({
  page: async ({ tab, browser, viewport }, use) => {
    await use(tab);
    // Resets the tab: initial window size; no stored data, emulation, loaded page or listeners.
    if (viewport !== null) await tab.setViewportSize(viewport);
    const others = browser.contexts().filter((context) => context !== tab.context());
    await Promise.all(others.map((context) => context.close()));
    const tabs = tab.context().pages();
    await Promise.all(tabs.filter((other) => other !== tab).map((other) => other.close()));
    for (const event of ['console', 'dialog', 'pageerror', 'request']) tab.removeAllListeners(event);
    await tab.evaluate(() => localStorage.clear());
    await tab.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
    await tab.mouse.move(0, 0);
    await tab.goto('about:blank');
  },
});
