// Compares the pace that the lab reaches on a slow main thread with the pace that the user chose. The built page runs
// in Chromium, throttled by the developer tools. The throttling does not affect the engines' workers.

import { chromium } from 'playwright';
import { browserArguments, browserPath } from './browsers.mjs';
import { dist } from './build.mjs';
import { serve } from './serve.mjs';

const viewport = { width: 1440, height: 900 };
const settleMs = 3_000;
const watchMs = 6_000;

/** Indices of paces in `web/src/core/run/playback.ts`, as used in links. */
export const paces = { '1×': 8, '5×': 10, '20×': 12, max: 13 };

/**
 * Measures simulated seconds per second for each combination of lanes, pace and throttling factor. `fragmentOf` makes
 * the link of a long Model 1 with these lanes at this pace.
 */
export async function measurePaces(fragmentOf, { lanes, throttles, names = Object.keys(paces) }) {
  const { address, close } = await serve(dist, { port: 0, strict: true });
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments() });
  const rows = [];
  try {
    for (const count of lanes) {
      for (const name of names) {
        const row = { lanes: count, pace: name };
        for (const throttle of throttles) {
          const link = `${address}#${fragmentOf(count, paces[name])}`;
          row[`throttled ${throttle}×`] = await measureRate(browser, link, throttle);
        }
        rows.push(row);
      }
    }
  } finally {
    await browser.close();
    close();
  }
  return rows;
}

async function measureRate(browser, link, throttle) {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(link);
    await page.getByRole('timer').waitFor();
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    await page.waitForTimeout(settleMs);
    const read = () =>
      page.evaluate(() => ({
        now_s: Number.parseFloat(document.querySelector('[role="timer"]')?.textContent ?? ''),
        now_ms: performance.now(),
      }));
    const before = await read();
    await page.waitForTimeout(watchMs);
    const after = await read();
    return (after.now_s - before.now_s) / ((after.now_ms - before.now_ms) / 1000);
  } finally {
    await context.close();
  }
}
