import { defineConfig } from '@playwright/test';
import { browserArguments, browserPath, firefoxPath } from '../scripts/browsers.mjs';
import { basePath } from '../scripts/serve.mjs';

// The port can be changed so that two checkouts are tested at the same time.
const port = process.env.CHOKEPOINT_TEST_PORT ?? '4180';
const address = `http://127.0.0.1:${port}${basePath}`;
const executablePath = browserPath();

/**
 * The tests for Firefox. They belong to the thorough run and need an installed Firefox, or one named in
 * `CHOKEPOINT_FIREFOX`.
 */
const FIREFOX = 'firefox.spec.ts';
const isWanted = process.env.CHOKEPOINT_THOROUGH !== undefined || process.env.CHOKEPOINT_FIREFOX !== undefined;
const withFirefox = isWanted && firefoxPath() !== undefined;

/** The same tests in Playwright's WebKit, which `npx playwright install webkit` installs. They run every night. */
const WEBKIT = /(it-opens-running|compare-two-disciplines|send-this-exact-scene|write-your-own-algorithm)\.spec\.ts/;
const withWebkit = process.env.CHOKEPOINT_WEBKIT !== undefined;

/** Tests the built page (`npm run test:e2e` builds it first) in a real browser, under a sub-path. */
export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  forbidOnly: true,
  // Only the picture of the README is compared with a stored picture.
  snapshotPathTemplate: '../docs/{arg}{ext}',
  // Only CI repeats a failed test. `npm test` lists at its end the tests that passed only when repeated, since they
  // have a fault.
  retries: process.env.CI ? 1 : 0,
  // An audit of the whole page by axe, or a test of five disciplines in turn, takes half a minute on a shared machine.
  timeout: 90_000,
  // Time in which the page must show its state and load a part. Results of engines are awaited as events
  // (`support/lab.ts`).
  expect: { timeout: 15_000 },
  // Each worker simulates a whole run and draws it in software.
  workers: 2,
  reporter: [['list'], ['./support/second-tries.ts']],
  use: {
    baseURL: address,
    // A service worker would store the whole page in every test. `use-it-offline.spec.ts` tests the service worker.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Keeps a trace of the failed attempt. The trace has no pictures of each step, because they would double the time
    // of all tests.
    trace: process.env.CI ? { mode: 'retain-on-first-failure', screenshots: false, snapshots: false } : 'off',
    launchOptions: {
      // Without a graphics card, emulating one takes a seventh more time than compositing in software.
      args: [...browserArguments(), '--disable-gpu'],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 } },
      grepInvert: /@phone/,
      testIgnore: FIREFOX,
    },
    // Tests at the size of a phone carry the tag @phone.
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, grep: /@phone/ },
    ...(withWebkit
      ? [
          {
            name: 'webkit',
            testMatch: WEBKIT,
            grepInvert: /@phone/,
            use: { browserName: 'webkit' as const, viewport: { width: 1440, height: 900 }, launchOptions: {} },
          },
        ]
      : []),
    ...(withFirefox ? [{ name: 'firefox', testMatch: FIREFOX }] : []),
  ],
  webServer: {
    command: `node ../scripts/serve.mjs --port ${port}`,
    url: address,
    reuseExistingServer: false,
  },
});
