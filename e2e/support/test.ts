/**
 * `test` with a page that stands already: each worker opens one tab, and each test finds it empty. Opening a window takes
 * longer than opening the page in it. What is about the first visit itself imports from '@playwright/test'.
 */

import { test as base, type Page } from '@playwright/test';

export { type Browser, expect, type Locator, type Page } from '@playwright/test';

interface Tab {
  readonly tab: Page;
}

export const test = base.extend<object, Tab>({
  tab: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', viewport = null, hasTouch = false, isMobile = false } = project.use;
      const context = await browser.newContext({ baseURL, viewport, hasTouch, isMobile, serviceWorkers: 'block' });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],

  page: async ({ tab, browser, viewport }, use) => {
    await use(tab);
    // Everything as it was: no other window or size, nothing stored, nothing emulated, nobody listening, nothing loaded.
    if (viewport !== null) await tab.setViewportSize(viewport);
    const others = browser.contexts().filter((context) => context !== tab.context());
    await Promise.all(others.map((context) => context.close()));
    const tabs = tab.context().pages();
    await Promise.all(tabs.filter((other) => other !== tab).map((other) => other.close()));
    for (const event of ['console', 'dialog', 'pageerror', 'request']) tab.removeAllListeners(event);
    await tab.evaluate(() => localStorage.clear());
    await tab.emulateMedia({ colorScheme: null, reducedMotion: null });
    await tab.mouse.move(0, 0);
    await tab.goto('about:blank');
  },
});
