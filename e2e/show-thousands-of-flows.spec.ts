import { readFileSync } from 'node:fs';
import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { expect, type Page, test } from './support/test';

test('20,000 flows need few more elements than 1,000, and one flow is chosen by its number', async ({ page }) => {
  const few = await elementsWith(page, 500);
  const many = await elementsWith(page, 10_000);
  // The page must not have an element for each flow. Small differences between the two scenes are allowed.
  expect(many).toBeLessThan(few + 50);

  const lab = new Lab(page);
  await page.getByRole('combobox', { name: 'Step by' }).selectOption({ label: 'packet of one flow' });
  await page.getByRole('region', { name: 'Transport' }).getByLabel('Flow number, 1 to 20,000').fill('12345');
  await expect(page.getByRole('button', { name: 'Step to the next packet of UDP flow 12345' })).toBeVisible();

  await lab.openEvents();
  await page.getByRole('combobox', { name: 'Filter by flow' }).selectOption({ label: 'One flow, by its number' });
  await page.getByRole('region', { name: 'Events', exact: true }).getByLabel('Flow number').fill('777');

  const table = page.getByRole('region', { name: 'Throughput per flow: numbers' });
  await expect(table.getByText('Flow 1 to 200 of 20,000')).toBeVisible();
  await table.getByRole('button', { name: 'Next' }).click();
  await expect(table.getByText('Flow 201 to 400 of 20,000')).toBeVisible();
  await table.getByLabel('First flow of the table').fill('19000');
  await expect(table.getByRole('cell', { name: '19000', exact: true })).toBeVisible();
  expect(await table.getByRole('row').count()).toBe(201);
  lab.staysQuiet();
});

/** Counts the page's elements for two groups of `count` flows each, with all flow lists visible. */
async function elementsWith(page: Page, count: number): Promise<number> {
  const lab = new Lab(page);
  await page.goto('about:blank');
  await lab.open(sceneOf(count));
  // After 2 s of simulated time the flow lists are full.
  await lab.run(2);
  await lab.pause();
  await lab.asTable('Throughput per flow');
  await expect(page.getByText(/Flow 1 to 200 of/)).toBeVisible();
  // The lists are filled shortly after the scene opens.
  await lab.comesToRest();
  lab.staysQuiet();
  return page.locator('*').count();
}

/** Model 1 with a fast link and two groups of constant-rate UDP flows. */
function sceneOf(count: number): string {
  const preset = new URL('../presets/choked-model1.json', import.meta.url);
  const { scenario } = JSON.parse(readFileSync(preset, 'utf8')) as { scenario: { flows: object[] } };
  const [udp] = scenario.flows;
  const group = { ...udp, count, rate_bps: 7.5e7 / count };
  const changes = [
    ['bottleneck.capacity_bps', 1e8],
    ['flows', [group, group]],
  ];
  return `./#${linkOf(['choked-model1', changes, { workspace: 'lab' }])}`;
}
