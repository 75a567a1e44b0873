import { Lab } from './support/lab';
import { expect, firstVisit, realTime, test } from './support/test';

// The loading time depends on the machine, so it is measured by `npm run bench` and not by this test.
realTime(
  'the page opens on a running scene, unasked, and all comes from where it was loaded',
  async ({ page, baseURL }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const lab = new Lab(page);
    await lab.open('./');
    await lab.moves();
    expect(asked.filter((url) => !url.startsWith(baseURL ?? '') && !url.startsWith('data:'))).toEqual([]);
    expect(asked.length).toBeGreaterThan(3);
    lab.staysQuiet();
  },
);

firstVisit(
  'what the first movement needs is asked for at once, the rest later, all only once, then nothing',
  async ({ page }) => {
    const lab = new Lab(page);
    // The last request that the page itself makes. The service worker requests more files for offline use.
    const last = page.waitForRequest(/keep-offline/);
    await lab.open('./');
    await lab.moves();
    const requested = await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return resources.map(({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd }));
    });
    const only = (file: RegExp) => {
      const named = requested.filter(({ name }) => file.test(name));
      expect(named, `${file}`).toHaveLength(1);
      return { startTime: 0, responseEnd: 0, ...named[0] };
    };
    const firstScript = only(/\/lab-[^/]*\.js$/);
    const engine = only(/chokepoint_lab[^/]*\.wasm$/);
    // The engine, its catalog and the heads of the presets load in parallel with the first script, not after it.
    for (const needed of [engine, only(/catalog-[^/]*\.json$/), only(/preset-heads[^/]*\.js$/)])
      expect(needed.startTime, needed.name).toBeLessThan(firstScript.responseEnd);
    for (const later of [
      only(/around-the-stage-[^/]*\.js$/),
      only(/inter[^/]*\.woff2$/),
      only(/jetbrains[^/]*\.woff2$/),
    ])
      expect(later.startTime, later.name).toBeGreaterThan(engine.responseEnd);

    await firstVisit.step('after it has loaded, the page sends no request', async () => {
      await last;
      await page.keyboard.press('Escape');
      // The code of the share dialog loads when the dialog is first opened, so it is opened before requests are
      // counted.
      await lab.link();
      await page.waitForLoadState('networkidle');
      const asked: string[] = [];
      page.on('request', (request) => {
        // The browser requests the favicon itself, at an unpredictable time.
        if (!request.url().endsWith('/favicon.svg')) asked.push(request.url());
      });
      await lab.switchTo('RED');
      await lab.pause();
      await lab.step();
      await lab.link();
      await lab.play();
      await lab.moves();
      expect(asked).toEqual([]);
    });
    lab.staysQuiet();
  },
);

test('packets move on the stage and the plots follow', async ({ page }) => {
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
