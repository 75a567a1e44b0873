import { hasNoViolations } from './support/axe';
import { COMPUTED, expect, type Page, realTime as test } from './support/test';

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'dark' }));

test('a reader finds a discipline, sees it run, and opens the lab', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() !== 'log' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));

  await page.goto('./docs/');
  await expect(page.getByRole('heading', { level: 1, name: 'Chokepoint' })).toBeVisible();
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search the documentation' }).fill('gchoke');
  await expect(page.getByRole('option', { name: 'gCHOKe', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Disciplines' }).click();
  await page.getByRole('link', { name: 'CoDel', exact: true }).first().click();

  await expect(page.getByRole('heading', { level: 1, name: 'CoDel' })).toBeVisible();
  // The window is so short that the scene is still far below the fold.
  await page.setViewportSize({ width: 1440, height: 100 });
  await page.reload();
  const still = page.locator('site-scene .scene__still');
  await expect(still).toBeVisible();
  expect(page.frames()).toHaveLength(1);
  await still.scrollIntoViewIfNeeded();
  await page.setViewportSize({ width: 1440, height: 900 });
  const frame = page.frameLocator('site-scene iframe');
  await expect(frame.getByRole('timer', { name: 'Simulated time' })).toHaveText('10.000', COMPUTED);
  await expect(frame.getByRole('heading', { name: 'CoDel', exact: true })).toBeVisible();

  const term = page.locator('a.term').first();
  await term.click();
  await expect(page.getByRole('status').filter({ hasText: (await term.getAttribute('title')) ?? '-' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Open it in the lab' }).click();
  await expect(page).toHaveTitle(/^CoDel/);
  expect(problems).toEqual([]);
});

test('without scripts the documentation can be read', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('./docs/disciplines/red.html');
  await expect(page.getByText('a probability that grows with the average queue').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Flow chart of RED' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open it in the lab' })).toHaveAttribute(
    'href',
    '../../?preset=character-red&aqm=red&at=10&workspace=lab',
  );
  await page.locator('a.term').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Glossary' })).toBeVisible();
  await context.close();
});

test('the pages are accessible in both themes', async ({ page }) => {
  for (const path of ['docs/', 'docs/disciplines/codel.html', 'docs/python.html']) {
    await page.goto(`./${path}`);
    await withoutScenes(page);
    await hasNoViolations(page);
  }
});

/** Removes the embedded scenes from the page. The lab's tests check their accessibility. */
async function withoutScenes(page: Page): Promise<void> {
  await page.locator('site-scene').evaluateAll((scenes) => {
    for (const scene of scenes) scene.remove();
  });
}
