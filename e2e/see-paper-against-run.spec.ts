import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { expect, type Page, test } from './support/test';

test('a reviewer opens a preset and sees published values beside the simulated results', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.openPaper();
  const panel = paper(page);
  await expect(panel).toContainText('S. Manzoor, CHOKeD');

  const table = panel.getByRole('region', { name: 'Published values beside ours' }).first();
  // The table appears once the code that evaluates claims has loaded.
  await expect(table.getByRole('columnheader')).toContainText(['Lane', 'paper', 'ns-2', 'this run']);
  const choked = row(page, 'CHOKeD');
  await expect(choked).toContainText('0.0360');
  // The run on the page updates only its own row, and continues to play.
  await lab.run(1);
  await expect(choked.getByRole('cell').nth(2)).toHaveText(/^0\.\d{4}$/);
  await expect(row(page, 'RED').getByRole('cell').nth(2)).toHaveText(/none/);
  const before = await choked.getByRole('cell').nth(2).textContent();
  await lab.run(1);
  await expect.poll(() => choked.getByRole('cell').nth(2).textContent()).not.toBe(before);

  // A value that needs caution is marked and has a note with the cause.
  await expect(row(page, 'CHOKe').getByText('caution, note 1')).toBeAttached();
  await expect(panel.getByRole('list', { name: 'Notes on single values' })).toContainText('contradicts itself');
  await expect(panel.getByRole('region', { name: 'What is claimed' }).getByRole('listitem').first()).toContainText(
    'undecided',
  );
  await expect(panel.getByRole('region', { name: /What the document leaves open/ })).toContainText(
    'gives no access delay',
  );

  for (const fold of await panel.locator('details').all()) await fold.locator('summary').click();
  await hasNoViolations(page, '.paper');
  lab.staysQuiet();
});

test('each lane of the paper has its own row, and a changed scene no longer counts as the scene of the paper', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.openPaper();
  await paper(page).getByRole('button', { name: 'Run the paper’s 4 lanes side by side' }).click();
  await lab.run(1);
  for (const lane of ['RED', 'CHOKe', 'gCHOKe', 'CHOKeD'])
    await expect(row(page, lane).getByRole('cell').nth(2)).toHaveText(/^\d\.\d{4}$/);
  // A ranking needs the values of at least two lanes. Once they are known, it can be compared with the ranking in the
  // paper.
  await expect(row(page, 'RED')).toContainText(
    /(same value|same ranking(, [\d.]+ times (larger|smaller))?|neither) so far/,
  );
  await expect(page.getByRole('button', { name: 'Run the paper’s 4 lanes side by side' })).toBeHidden();

  await expect(paper(page).getByText(/You have changed the scene/)).toBeHidden();
  await lab.goTo('Lab');
  await page.getByRole('slider', { name: /^rate/ }).first().press('ArrowUp');
  await lab.goTo('Paper');
  await expect(paper(page).getByText(/You have changed the scene/)).toBeVisible();
  await expect(paper(page).getByLabel('with my changes to the scene')).toBeVisible();
  lab.staysQuiet();
});

test('on a phone the paper never scrolls sideways', { tag: '@phone' }, async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.openPaper();
  await expect(paper(page).getByRole('region', { name: 'UDP throughput' })).toContainText('0.0360');
  const spill = await page.getByRole('main').evaluate((place) => place.scrollWidth - place.clientWidth);
  expect(spill).toBeLessThanOrEqual(0);
  await hasNoViolations(page, '.workspace');
  lab.staysQuiet();
});

function paper(page: Page) {
  return page.getByRole('region', { name: 'Paper against run' });
}

/** The lane's first row, which is its UDP throughput. */
function row(page: Page, lane: string) {
  return paper(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: lane, exact: true }) })
    .first();
}
