import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { expect, type Page, firstVisit as test } from './support/test';

const SCENE = `./#${linkOf(['choked-model1', [['lanes.0.aqm', 'red']], { workspace: 'lab' }])}`;

test('an error of the page itself is shown in words, and Reload opens the scene again', async ({ page }) => {
  const lab = await opened(page);
  const address = page.url();
  await breakPage(page);
  await expect(lab.alert).toContainText('The page stopped because of an internal error');
  await expect(lab.alert).toContainText('broken on purpose');
  expect(page.url()).toBe(address);
  expect(lab.grumbles.errors.join()).toMatch(/could not be drawn.*broken on purpose/);
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await lab.moves();
  expect(await lab.disciplineOnStage()).toBe('RED');

  // The user can open the default scene instead.
  await breakPage(page);
  await page.getByRole('button', { name: 'Open the default scene' }).click();
  await lab.moves();
  expect(await lab.disciplineOnStage()).toBe('CHOKe');
});

/** A page in which a test can make `matchMedia` throw during rendering. */
async function opened(page: Page): Promise<Lab> {
  await page.addInitScript(() => {
    const { matchMedia } = window;
    window.matchMedia = (query) => {
      if ('broken' in window) throw new Error('broken on purpose');
      return matchMedia.call(window, query);
    };
  });
  const lab = new Lab(page);
  await lab.open(SCENE);
  await lab.moves();
  return lab;
}

async function breakPage(page: Page): Promise<void> {
  // The list of scenes calls `matchMedia` when it opens, and the broken function then fails. Other parts of the page
  // also call `matchMedia`. So the same task breaks the function and opens the list, before those parts can run.
  await page.getByRole('button', { name: /^Scene:/ }).evaluate((button: HTMLElement) => {
    Object.assign(window, { broken: true });
    button.click();
  });
}
