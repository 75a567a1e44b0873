import { hasNoViolations } from './support/axe';
import { COMPUTED, expect, type Page, realTime as test } from './support/test';

test('a student predicts, reads beside a scene that shows the step, and changes a scene @phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('./docs/chapter.html');

  const question = page.getByRole('group', { name: 'Predict' }).first();
  await question.getByRole('radio', { name: 'It does not wait' }).check();
  await expect(question.getByRole('status')).toHaveText('No. The answer: About half a second.');
  await expect(question.getByText(/^A packet of the call waits \d+.ms/)).toBeVisible();

  const scene = page.locator('.watch').first();
  const clock = scene.frameLocator('iframe').getByRole('timer', { name: 'Simulated time' });
  await scene.scrollIntoViewIfNeeded();
  for (const at of ['1.5', '14']) {
    await readTo(page, `.watch .step[data-at="${at}"]`);
    await expect(clock).toHaveText(Number(at).toFixed(3), COMPUTED);
  }

  const figure = page.locator('.try').first();
  const values = figure.getByRole('status').filter({ hasText: 'the call waits' });
  await figure.scrollIntoViewIfNeeded();
  await expect(values).toHaveText(/waits 4\d\d.ms/, COMPUTED);
  await figure.getByRole('radio', { name: '20', exact: true }).check();
  await expect(values).toHaveText(/waits \d\.?\d*.ms/, COMPUTED);
});

test('without scripts the chapter is text with pictures, numbers and answers', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('./docs/chapter.html');
  await expect(page.getByText(/\{\{|\}\}/)).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'A buffer of 1000 places' }).first()).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.getByText('What happens').first().click();
  await expect(page.getByText(/^A packet of the call waits \d+.ms/).first()).toBeVisible();
  await context.close();
});

test('the chapter is accessible in both themes', async ({ page }) => {
  await page.goto('./docs/chapter.html');
  // The lab's own tests audit the embedded scenes.
  await page.locator('site-scene').evaluateAll((scenes) => {
    for (const scene of scenes) scene.remove();
  });
  await hasNoViolations(page);
});

/** Scrolls until a paragraph is at the reading position, below the scene that stays in view. */
async function readTo(page: Page, step: string): Promise<void> {
  await page
    .locator(step)
    .first()
    .evaluate((element) => {
      const frame = element.parentElement?.querySelector('.watch__frame')?.getBoundingClientRect().height ?? 0;
      window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - frame - 100);
    });
}
