import { readFile } from 'node:fs/promises';
import { Lab } from './support/lab';
import { COMPUTED, expect, type Page, test } from './support/test';

// The experiment runs four lanes of 200 s under every seed, which takes long on few cores.
test.setTimeout(120_000);

test('a researcher runs the experiment and saves its numbers and figure', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.openPaper();
  const panel = experiment(page);
  await panel.getByLabel('seeds').fill('2');
  await expect(panel).toContainText('8 runs, 4 per seed');
  await panel.getByRole('button', { name: 'Run the experiment' }).click();
  await expect(panel.getByRole('progressbar')).toBeVisible();
  // Meanwhile the scene on the page continues to play.
  await lab.moves();
  await expect(panel.getByText('8 runs of 2 seeds.')).toBeVisible(COMPUTED);

  const red = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'RED', exact: true }) })
    .first();
  await expect(red.getByRole('cell').nth(3)).toHaveText(/^0\.\d{4} ± 0\.\d{4}$/);
  await expect(red).toContainText(/same value|same ranking|neither/);
  await expect(red).not.toContainText('so far');
  const claim = page.getByRole('region', { name: 'What is claimed' }).getByRole('listitem').first();
  await expect(claim).toContainText('holds');
  await expect(claim).toContainText(/UDP throughput: red 0\.9\d+/);

  await panel.getByRole('button', { name: 'Save: The experiment' }).click();
  const csv = await saved(page, 'Values', 'CSV');
  const [head = '', ...lines] = csv.trim().split('\r\n');
  expect(head.split(',')).toEqual(expect.arrayContaining(['published', 'ns2_mean', 'mean', 'half_width_95', 'link']));
  // Each line of the CSV file ends with the link of the scene, the versions with which the runs were made, and the
  // seeds.
  for (const line of lines) expect(line).toMatch(/,as published,http[^,]*#[^,]+,[^,]+,\d+,1 2$/);

  const json = JSON.parse(await saved(page, 'Everything', 'JSON'));
  expect(json).toMatchObject({ preset: 'choked-model1', seeds: 2, seed_numbers: [1, 2] });

  const svg = await saved(page, 'Picture', 'SVG');
  expect(svg).toContain('Model 1: 33 TCP flows against one 2 Mb/s UDP flow');
  expect(svg).toContain(json.link);

  const png = await readFile(await download(page, 'Picture', 'PNG'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // The image has two pixels for each pixel of the figure.
  expect(png.readUInt32BE(16)).toBe(1920);
  await page.keyboard.press('Escape');

  // The link in the files opens the scene of the paper.
  await page.goto('about:blank');
  await lab.open(json.link);
  await expect(page.getByRole('button', { name: /^Scene: .*Model 1: 33 TCP flows/ })).toBeVisible();
  lab.staysQuiet();
});

test('too many seeds are refused, and a cancelled experiment keeps the finished results', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.openPaper();
  const panel = experiment(page);
  await panel.getByLabel('seeds').fill('101');
  await expect(panel).toContainText('Enter 1 to 100 seeds.');
  await expect(panel.getByRole('button', { name: 'Run the experiment' })).toBeDisabled();
  await panel.getByLabel('seeds').fill('100');
  await panel.getByRole('button', { name: 'Run the experiment' }).click();
  await expect(panel).toContainText(/[2-9] of 400 runs/, COMPUTED);
  await expect(panel).toContainText(/left/);
  // The experiment continues while the user is in another workspace.
  await lab.goTo('Lab');
  await expect(lab.plot('Queue')).toBeVisible();
  await lab.openPaper();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toContainText(/Cancelled after \d+ of 400 runs; their results are kept/);
  await expect(panel.getByRole('button', { name: 'Run again' })).toBeVisible();
  await lab.moves();
  lab.staysQuiet();
});

test('opening another scene ends the workers of a running experiment at once', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.openPaper();
  const panel = experiment(page);
  await panel.getByLabel('seeds').fill('100');
  await panel.getByRole('button', { name: 'Run the experiment' }).click();
  await expect(panel).toContainText(/[2-9] of 400 runs/, COMPUTED);
  // The workers: one for the lane, several for the runs of the experiment, and one that evaluates the paper's claims.
  expect(page.workers().length).toBeGreaterThan(3);
  await lab.goTo('Lab');
  await page.getByRole('button', { name: /^Scene: / }).click();
  await page.getByRole('searchbox', { name: 'Search the scenes' }).fill('pernewque-flows-300');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Scene: Model 1/ })).toBeHidden();
  // The remaining workers: one for each lane, and at most one that compares lanes.
  const lanes = await page.getByRole('application', { name: /^The queue of/ }).count();
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(lanes + 1);
  expect(lanes).toBeLessThan(3);
  lab.staysQuiet();
});

function experiment(page: Page) {
  return page.getByRole('region', { name: 'Experiment', exact: true });
}

async function download(page: Page, what: string, format: string): Promise<string> {
  const coming = page.waitForEvent('download');
  const group = page.getByRole('dialog', { name: 'Save: The experiment' }).getByRole('group', { name: what });
  await group.getByRole('button', { name: `Save as ${format}` }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^choked-model1-(values|report)\\.${format.toLowerCase()}$`));
  return file.path();
}

async function saved(page: Page, what: string, format: string): Promise<string> {
  return readFile(await download(page, what, format), 'utf8');
}
