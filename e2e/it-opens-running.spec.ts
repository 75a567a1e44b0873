import { expect, test } from '@playwright/test';
import { Lab } from './support/lab';

// How long that takes is a matter of the machine: `npm run bench` measures it.
test('the page opens on a running scene, unasked', async ({ page }) => {
  const lab = new Lab(page);
  await page.goto('./');
  await lab.moves();
  lab.staysQuiet();
});

test('what an opening needs is asked for at once, and only once', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  const asked = await page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources.map(({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd }));
  });
  const firstScript = asked.find(({ name }) => /lab-[^/]*\.js$/.test(name));
  for (const needed of [
    /chokepoint_wasm[^/]*\.wasm$/,
    /catalog-[^/]*\.json$/,
    /preset-heads[^/]*\.js$/,
    /inter[^/]*2$/,
  ]) {
    const named = asked.filter(({ name }) => needed.test(name));
    expect(named, `${needed}`).toHaveLength(1);
    // Not by the first script once it is there, but beside it.
    expect(named[0]?.startTime, `${needed}`).toBeLessThan(firstScript?.responseEnd ?? 0);
  }
  lab.staysQuiet();
});

test('packets are seen moving and the plots follow', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  const first = await lab.queue.screenshot();
  const plot = await lab.plot('Queue').screenshot();
  await lab.reaches((await lab.now_s()) + 1);
  expect(first.equals(await lab.queue.screenshot())).toBe(false);
  expect(plot.equals(await lab.plot('Queue').screenshot())).toBe(false);
  await expect(lab.plotCursor('Jain fairness')).toHaveAttribute('aria-valuetext', /all flows 0\.\d{3}/);
  lab.staysQuiet();
});

test('after it has loaded, the page asks the network for nothing', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => {
    // The browser fetches the icon of the tab when it likes.
    if (!request.url().endsWith('/favicon.svg')) asked.push(request.url());
  });
  await lab.switchTo('RED');
  await lab.pause();
  await lab.step();
  await lab.link();
  await lab.play();
  await lab.moves();
  expect(asked).toEqual([]);
  lab.staysQuiet();
});

test('everything comes from the place that the page was loaded from', async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  expect(asked.filter((url) => !url.startsWith(baseURL ?? '') && !url.startsWith('data:'))).toEqual([]);
  expect(asked.length).toBeGreaterThan(3);
});
