import { Lab } from './support/lab';
import { COMPUTED, expect, type Page, firstVisit as test } from './support/test';

test.use({ serviceWorkers: 'allow' });
// The page first loads all of its files.
test.slow();

test('after the first visit everything opens without a network', async ({ page, context }) => {
  const lab = new Lab(page);
  await lab.open();
  await isKeptWhole(page);
  // The page loads the larger engine package when idle.
  const loaded = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('chokepoint_full_bg'))
        .map(({ workerStart }) => workerStart > 0),
    );
  await expect.poll(loaded).toEqual([true]);
  // Of the documentation, only visited pages are stored for offline use, so the test visits one.
  const documentation = await context.newPage();
  await documentation.goto('./docs/model.html');
  await documentation.close();
  await context.setOffline(true);

  // The page is still open. Without a network it can load parts that were not opened before, such as Paper.
  await lab.openPaper();
  await expect(page.getByRole('region', { name: 'Published values beside ours' }).first()).toBeVisible();

  await lab.reload();
  await lab.moves();
  await lab.goTo('Theory');
  await expect(page.getByRole('region', { name: 'Theory' })).toBeVisible();
  await page.getByRole('button', { name: /^Scene:/ }).click();
  await page.getByRole('searchbox', { name: 'Search the scenes' }).fill('transient thesis');
  // A lesson and its scene are also stored.
  await page.getByRole('button', { name: /^UDP stops/ }).press('Enter');
  await expect(page).toHaveTitle(/^UDP stops/);
  await lab.moves();
  await lab.openPaper();
  await expect(page.getByRole('heading', { name: 'What is claimed' })).toBeVisible();
  await lab.choose('All disciplines');
  await page.getByRole('link', { name: 'CHOKeD' }).click();
  await expect(page.getByRole('rowheader', { name: 'limit' })).toBeVisible();

  await page.goto('./docs/model.html');
  await expect(page.getByRole('heading', { level: 1, name: 'The model' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', /dark|light/);

  // Stored files are also found when the URL has a query (`?…`).
  await page.goto('./?from=somewhere#lesson.1.full-buffer');
  await expect(page.getByRole('heading', { name: /buffer/i }).first()).toBeVisible();
  lab.staysQuiet();
  // A plain-text page names no icon, so the browser requests one from the host and reports the failure.
  await page.goto('./licences.txt');
  await expect(page.locator('body')).toContainText('Chokepoint itself');
});

test('a newer version waits until the lecture pauses, and then opens the scene at the same time', async ({ page }) => {
  await withWaitingVersion(page);
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  const notice = page.getByText('A newer version is ready');
  await page.keyboard.press('?');
  await expect(page.getByText('Reload the page for the newer version')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(notice).toBeHidden();
  await lab.pause();
  await expect(notice).toBeVisible();
  await lab.choose('Presenter');
  await expect(page.getByRole('button', { name: 'Leave the presenter' })).toBeVisible();
  await expect(notice).toBeHidden();
  await page.getByRole('button', { name: 'Leave the presenter' }).click();
  await expect(notice).toBeVisible();
  await lab.play();
  await expect(notice).toBeHidden();
  await lab.pause();
  await lab.switchTo('RED');
  const left_s = await lab.now_s();

  const loading = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await loading;
  await expect.poll(() => lab.now_s()).toBe(left_s);
  expect(await lab.disciplineOnStage()).toBe('RED');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(notice).toBeHidden();
  lab.staysQuiet();
});

/** Gives the page a service-worker registration with a newer worker waiting, which becomes active on request. */
async function withWaitingVersion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const workers = new EventTarget();
    const waiting = {
      postMessage: ({ type }: { type: string }): void => {
        if (type === 'SKIP_WAITING') workers.dispatchEvent(new Event('controllerchange'));
      },
    };
    const registration = Object.assign(new EventTarget(), {
      active: {},
      installing: null,
      waiting,
      update: async () => undefined,
    });
    Object.assign(workers, { getRegistration: async () => registration });
    Object.defineProperty(navigator, 'serviceWorker', { value: workers });
  });
}

/** Waits until the page reports that all of its files are stored. */
async function isKeptWhole(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await expect(page.getByText('Works offline: yes')).toBeVisible(COMPUTED);
  await page.keyboard.press('Escape');
}
