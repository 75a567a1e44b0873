/**
 * A user asks how a result depends on a setting. The user sweeps the setting, reads the picture, opens a point and
 * saves the numbers.
 */

import { readFile } from 'node:fs/promises';
import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { COMPUTED, expect, type Page, test } from './support/test';

// The sweep has 42 runs, which take long on few cores.
test.slow();

test('a new user runs the suggested sweep, opens a point, reloads the page and saves the numbers', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(1);
  await lab.goTo('Explore');
  const sweep = page.getByRole('region', { name: 'Sweep' });
  await expect(sweep.getByRole('combobox', { name: 'Vary' })).toHaveValue('UDP rate');
  // No run starts before the user presses the button, which states the cost of the sweep.
  const start = sweep.getByRole('button', { name: /^Run 210 runs, about \d+ s$/ });
  await expect(start).toBeVisible(COMPUTED);

  // A forbidden value is reported at the field that contains it.
  const seeds = sweep.getByRole('textbox', { name: 'Seeds' });
  await seeds.fill('0');
  await expect(seeds).toHaveAccessibleDescription(/0 is outside 1 to/);
  await seeds.fill('2');
  await seeds.press('Enter');
  await sweep.getByRole('button', { name: /^Run 42 runs/ }).click();
  await expect(sweep.getByRole('status').filter({ hasText: 'All 42 runs are done' })).toBeAttached(COMPUTED);
  await hasNoViolations(page, '[aria-label="Sweep"]');

  // The first point of the plot is the smallest load.
  const picture = sweep.getByRole('application', { name: /^UDP share of the link/ });
  await picture.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await lab.goTo('Lab');
  await expect(page.getByRole('textbox', { name: /^rate/ }).first()).toHaveValue('0.1');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('textbox', { name: /^rate/ }).first()).toHaveValue('2');
  await lab.goTo('Explore');

  // The link contains the sweep; the browser stores the results of its runs.
  await expect.poll(() => new URL(page.url()).hash).not.toBe('');
  await lab.reload();
  await expect(picture).toBeVisible();
  const [head = '', first = ''] = (await savedCsv(page)).split('\r\n').filter((line) => !line.startsWith('#'));
  expect(head).toMatch(/^flows\.0\.rate_bps,lane,seed,udp_utilization,tcp_utilization,/);
  expect(first).toMatch(/^100000,\w+,1,0\.\d+,/);

  // The user makes a figure for a paper from the same runs.
  await page.getByRole('button', { name: 'Figure for a paper…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Figure for a paper' });
  await expect(dialog.getByRole('img', { name: 'UDP share of the link over flows.0.rate_bps.' })).toBeVisible(COMPUTED);
  await hasNoViolations(page, '.figure-dialog');
  await dialog.getByRole('combobox', { name: 'Vertical' }).selectOption('jain_index');
  await dialog.getByRole('combobox', { name: 'Width' }).selectOption('page');
  await expect(dialog.getByRole('img', { name: /^Fairness, all flows over/ })).toBeVisible();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'LaTeX' }).click();
  const saved = await readFile(await (await coming).path(), 'utf8');
  expect(saved).toContain('\\begin{tikzpicture}');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // The saved table opens together with its runs.
  const table = await savedFile(page, 'Save as Parquet');
  await sweep.locator('input[type=file]').setInputFiles({ name: 'table.parquet', mimeType: '', buffer: table });
  await expect(sweep.getByText('42 runs of table.parquet are read.')).toBeVisible(COMPUTED);
  await expect(picture).toBeVisible();
  await sweep.getByText('Single runs of table.parquet: 42').click();
  await expect(sweep.getByRole('row', { name: /^42 10000000 choked 2 / })).toBeVisible();
  await hasNoViolations(page, '[aria-label="Sweep"]');
  await sweep.locator('input[type=file]').setInputFiles({
    name: 'cut.parquet',
    mimeType: '',
    buffer: table.subarray(0, 2000),
  });
  await expect(sweep.getByRole('alert').filter({ hasText: 'is cut' })).toBeVisible(COMPUTED);

  // Seeds are added until the mean is precise enough.
  await sweep.locator('summary').filter({ hasText: 'UDP rate' }).click();
  await sweep.getByRole('button', { name: /^Add seeds for/ }).click();
  const most = sweep.getByRole('textbox', { name: 'with at most' });
  await most.fill('3');
  await most.press('Enter');
  await sweep.getByRole('button', { name: /^Run at most 63 runs/ }).click();
  await expect(sweep.getByText(/^(4[2-9]|5\d|6[0-3]) runs are done\.$/)).toBeVisible(COMPUTED);

  // The user opens a sweep file, in the format that the command line reads.
  const definition = {
    scene: 'choked-model2-25',
    over: [{ path: 'min_th', values: [20, 40] }],
    lanes: ['red', 'choke'],
    seeds: 3,
  };
  await sweep.locator('input[type=file]').setInputFiles({
    name: 'sweep.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...definition, metrics: ['utilisation'] })),
  });
  await expect(sweep.getByRole('alert').filter({ hasText: 'metrics.0' })).toBeVisible(COMPUTED);
  await sweep.locator('input[type=file]').setInputFiles({
    name: 'sweep.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...definition, metrics: ['utilization'] })),
  });
  await expect(sweep.getByRole('button', { name: /^Run 12 runs/ })).toBeVisible(COMPUTED);
  lab.staysQuiet();
});

test.describe('on a phone', { tag: '@phone' }, () => {
  test('a sweep is set up and run by touch', async ({ page }) => {
    const lab = new Lab(page);
    await lab.openAt(1);
    await lab.goTo('Explore');
    const sweep = page.getByRole('region', { name: 'Sweep' });
    await sweep.getByRole('combobox', { name: 'Vary' }).tap();
    await page.keyboard.type('maximum thr');
    await sweep
      .getByRole('option', { name: /maximum threshold/ })
      .first()
      .tap();
    await expect(sweep.getByRole('textbox', { name: 'from' })).toHaveValue('40');
    const seeds = sweep.getByRole('textbox', { name: 'Seeds' });
    await seeds.fill('1');
    await seeds.press('Enter');
    await sweep.getByRole('button', { name: /^Run 9 runs/ }).tap();
    await expect(sweep.getByRole('application', { name: /^UDP share of the link/ })).toBeVisible(COMPUTED);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    lab.staysQuiet();
  });
});

async function savedCsv(page: Page): Promise<string> {
  return (await savedFile(page, 'Save as CSV')).toString();
}

async function savedFile(page: Page, button: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'More: Sweep', exact: true }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'More: Sweep' }).getByRole('button', { name: button }).click();
  return readFile(await (await coming).path());
}
