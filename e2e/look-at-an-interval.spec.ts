import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { COMPUTED, expect, type Page, test } from './support/test';

const OVER_TIME = ['Throughput by class', 'Jain fairness', 'Queue'];

test('an interval marked on one plot is shown in all plots, in numbers and in the link, and Esc removes it', async ({
  page,
  browser,
}) => {
  const lab = new Lab(page);
  await lab.openAt(12);
  const plot = lab.plotCursor('Queue');
  await expect(plot).toHaveAttribute('aria-valuetext', /^At 12/);
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('the plot is not on the page');
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();

  const interval = page.getByRole('region', { name: 'Interval' });
  await expect(interval.getByRole('status').filter({ hasText: 'Exact' })).toBeVisible(COMPUTED);
  const [from_s, until_s] = await ends(page);
  expect(from_s).toBeGreaterThan(0);
  expect(until_s).toBeGreaterThan(from_s);
  await allShow(lab, from_s, until_s);
  const statistics = interval.getByRole('table', { name: 'Statistics of the interval' });
  await expect(statistics.getByRole('row', { name: /^Utilization/ }).getByRole('cell')).toHaveText(/^\d/);
  await expect(statistics.getByRole('row', { name: /^Delay, 99 %/ }).getByRole('cell')).toHaveText(/^\d/);
  const numbers = await statistics.getByRole('row').allInnerTexts();
  await hasNoViolations(page, '[aria-label="Interval"]');

  // The link opens the same interval, and the second browser computes the same numbers.
  await expect(page).toHaveURL(/#2\./);
  const other = await lab.elsewhere(browser);
  await other.open(page.url());
  const theirs = other.page.getByRole('region', { name: 'Interval' });
  await expect(theirs.getByRole('status').filter({ hasText: 'Exact' })).toBeVisible(COMPUTED);
  expect(await ends(other.page)).toEqual([from_s, until_s]);
  await expect
    .poll(() => theirs.getByRole('table', { name: 'Statistics of the interval' }).getByRole('row').allInnerTexts())
    .toEqual(numbers);
  await other.page.context().close();

  await page.keyboard.press('Escape');
  await expect(interval).toBeHidden();
  await allShow(lab, 0, 12);
  lab.staysQuiet();

  await test.step('an interval is marked by keys, and one end of it is moved', () => byKeys(page, lab));
});

async function byKeys(page: Page, lab: Lab): Promise<void> {
  const plot = lab.plotCursor('Jain fairness');
  await plot.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.down('Shift');
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.up('Shift');

  const interval = page.getByRole('region', { name: 'Interval' });
  await expect(interval).toBeVisible();
  const [from_s, until_s] = await ends(page);
  expect(until_s).toBeGreaterThan(from_s);
  expect(until_s).toBeLessThan(12);
  await allShow(lab, from_s, until_s);

  const end = interval.getByLabel('until');
  await end.fill('11.75');
  await end.press('Enter');
  await allShow(lab, from_s, 11.75);
  await interval.getByRole('button', { name: 'Whole run' }).click();
  await expect(interval).toBeHidden();
  lab.staysQuiet();
}

async function ends(page: Page): Promise<readonly [from_s: number, until_s: number]> {
  const interval = page.getByRole('region', { name: 'Interval' });
  return [
    Number(await interval.getByLabel('from').inputValue()),
    Number(await interval.getByLabel('until').inputValue()),
  ];
}

/** Checks that the cursor of every plot over time spans the interval. */
async function allShow(lab: Lab, from_s: number, until_s: number): Promise<void> {
  for (const name of OVER_TIME) {
    await expect(lab.plotCursor(name)).toHaveAttribute('aria-valuemin', String(from_s));
    await expect(lab.plotCursor(name)).toHaveAttribute('aria-valuemax', String(until_s));
  }
}

test.describe('on a phone', { tag: '@phone' }, () => {
  test('a finger held still on the scrubber marks an interval; a finger that moves at once changes the time', async ({
    page,
  }) => {
    const lab = new Lab(page);
    await lab.openAt(12);
    // The panels appear after the stage and shift other parts, so positions are measured afterwards.
    await expect(lab.plotCursor('Throughput by class')).toBeVisible();
    await lab.comesToRest();
    const scrubber = page.getByRole('slider', { name: 'Time in the run' });
    const box = await scrubber.boundingBox();
    if (box === null) throw new Error('the scrubber is not on the page');
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share = 0) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + share * box.width, y: box.y + box.height / 2 }],
      });
    const interval = page.getByRole('region', { name: 'Interval' });

    await touch('touchStart', 0.05);
    await touch('touchMove', 0.15);
    await touch('touchEnd');
    await expect(interval).toBeHidden();

    await touch('touchStart', 0.05);
    // While a finger is held still, the scrubber shows the beginning of the interval.
    await expect(page.locator('.scrubber-interval--draft')).toBeVisible();
    await touch('touchMove', 0.15);
    await touch('touchEnd');
    await expect(page.locator('.scrubber-interval:not(.scrubber-interval--draft)')).toBeVisible();
    await expect.poll(() => page.url()).toContain('#2.');
    lab.staysQuiet();
  });
});
