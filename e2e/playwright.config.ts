import { defineConfig } from '@playwright/test';
import { browserArguments, browserPath, firefoxPath } from '../scripts/browsers.mjs';
import { basePath } from '../scripts/serve.mjs';

// A configurable port lets two checkouts be tested at the same time.
const port = process.env.CHOKEPOINT_TEST_PORT ?? '4180';
const address = `http://127.0.0.1:${port}${basePath}`;
const executablePath = browserPath();

/**
 * The tests for Firefox. They run only in thorough mode, and need an installed Firefox or one named in
 * `CHOKEPOINT_FIREFOX`.
 */
const FIREFOX = 'firefox.spec.ts';
const isWanted = process.env.CHOKEPOINT_THOROUGH !== undefined || process.env.CHOKEPOINT_FIREFOX !== undefined;
const withFirefox = isWanted && firefoxPath() !== undefined;

/** The same tests in Playwright's WebKit (`npx playwright install webkit`). They run every night. */
const WEBKIT = /(it-opens-running|compare-two-disciplines|send-this-exact-scene|write-your-own-algorithm)\.spec\.ts/;
const withWebkit = process.env.CHOKEPOINT_WEBKIT !== undefined;

/** Tests the built page (`npm run test:e2e` builds it first) in a real browser, under a sub-path. */
export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  forbidOnly: true,
  // Only the README's picture is compared with a stored one.
  snapshotPathTemplate: '../docs/{arg}{ext}',
  // Only CI retries a failed test. At its end, `npm test` lists the tests that passed only on retry, since they are
  // flaky.
  retries: process.env.CI ? 1 : 0,
  // A full-page axe audit, or a test of five disciplines in turn, takes half a minute on a shared machine.
  timeout: 90_000,
  // Timeout for the page to show its state or load a part. Engine results are awaited as events (`support/lab.ts`).
  expect: { timeout: 15_000 },
  // Each worker simulates whole runs and renders them without a graphics card. Two cores need four to be busy, because
  // a test also waits for its browser. With five, all tests together take longer.
  workers: 4,
  reporter: [['list'], ['./support/second-tries.ts']],
  use: {
    baseURL: address,
    // A service worker would store the whole page in every test. `use-it-offline.spec.ts` tests the service worker.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Keeps a trace of the failed attempt, without a screenshot of each step, which would double the time of all tests.
    trace: process.env.CI ? { mode: 'retain-on-first-failure', screenshots: false, snapshots: false } : 'off',
    launchOptions: {
      // Without a graphics card, emulating one is about 14 % slower than compositing in software. A page of a test lives
      // for seconds: optimising its compiled WebAssembly costs a fifth of the processor time of a new page, and optimising
      // its JavaScript 6 % of the processor time of all tests. Both save less than that.
      args: [...browserArguments(), '--disable-gpu', '--js-flags=--liftoff-only,--no-maglev,--no-opt'],
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
    // Tests at phone size carry the tag @phone.
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
