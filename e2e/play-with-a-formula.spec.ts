import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { expect, type Locator, test } from './support/test';

test('a student changes the values of a formula and compares its result with the run', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3, { discipline: 'choke' });
  const theory = await openTheory(lab);

  await theory.getByText('UDP’s share', { exact: true }).click();
  const sentence = theory.getByText(/a higher rate gets a smaller share/);
  await expect(sentence).toContainText('At 2 times: CHOKe 25.1\u00a0%');
  // The row for this load shows the measured value beside the formula's.
  await expect(theory.getByRole('row', { name: /this run/ }).last()).toContainText('25.1\u00a0%');

  const knob = theory.getByRole('slider', { name: /UDP sends/ });
  await knob.focus();
  await page.keyboard.press('End');
  await expect(sentence).toContainText('At 20 times: CHOKe <\u202f0.1\u00a0%');
  await theory.getByRole('button', { name: 'As in the scene' }).click();
  await expect(sentence).toContainText('At 2 times');
  lab.staysQuiet();
});

test('every formula can be read by keyboard and as a table; axe finds no violation', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(2);
  const now_s = await lab.now_s();
  const theory = await openTheory(lab);
  const choices = await theory.getByRole('group', { name: 'Formula' }).getByRole('radio').all();
  const source = theory.locator('details', { hasText: 'Formula and source' });
  const formulas = choices.map((choice) => async () => {
    await choice.check({ force: true });
    if ((await source.getAttribute('open')) === null) await source.locator('summary').click();
    const plot = theory.getByRole('slider', { name: /: choose a point/ });
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    await expect(plot).toHaveAttribute('aria-valuetext', /.+: .+; .+/);
    await theory.getByRole('button', { name: /as a table/ }).click();
    await expect(theory.getByRole('region', { name: /numbers$/ }).getByRole('row')).not.toHaveCount(0);
    await theory.getByRole('button', { name: /as a table/ }).click();
  });
  await hasNoViolations(page, '.theory', formulas);
  // The arrow keys moved the cursor of the formula's plot, not the run.
  expect(await lab.now_s()).toBe(now_s);
  lab.staysQuiet();
});

test('published values are shown beside the lines, in grey after a setting has changed', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(2);
  const fairness = lab.plotCursor('Jain fairness');
  await fairness.focus();
  await expect(fairness).toHaveAttribute('aria-valuetext', /Other sources, mean of 200\ss: paper 0\.967, ns-2 0\.969/);
  await expect(page.getByRole('list', { name: 'Values of the paper and ns-2' })).toBeVisible();
  await page
    .getByLabel(/^buffer/)
    .first()
    .fill('90');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Values of the paper and ns-2, of the unchanged scene' })).toBeVisible();
  await fairness.focus();
  await expect(fairness).toHaveAttribute(
    'aria-valuetext',
    /Other sources, of the unchanged scene: paper 0\.967, ns-2 0\.969/,
  );
  lab.staysQuiet();
});

test('on a phone a formula is below the queue, and the run can still be stepped', { tag: '@phone' }, async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.openAt(1);
  const theory = await openTheory(lab);
  await expect(theory.getByRole('figure')).toBeVisible();
  const width = await page.evaluate(() => {
    const places = [document.documentElement, ...document.querySelectorAll('main, .theory')];
    return Math.max(...places.map((place) => place.scrollWidth - place.clientWidth));
  });
  expect(width).toBeLessThanOrEqual(0);
  // The sheet with the formula does not cover the transport.
  const before_s = await lab.now_s();
  // A step stops at each match and each decision, so six steps cover several decisions. These cannot all happen within
  // the millisecond that the clock shows, so the clock must have changed.
  for (let count = 0; count < 6; count += 1) {
    await page.getByRole('button', { name: 'Step one decision' }).tap();
    await lab.comesToRest();
  }
  await expect.poll(() => lab.now_s()).toBeGreaterThan(before_s);
  lab.staysQuiet();
});

async function openTheory(lab: Lab): Promise<Locator> {
  await lab.goTo('Theory');
  const theory = lab.page.getByRole('region', { name: 'Theory' });
  // The theory is loaded only when it is shown, while the run continues.
  await expect(theory).toBeVisible();
  return theory;
}
