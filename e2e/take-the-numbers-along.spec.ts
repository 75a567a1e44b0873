import { readFile } from 'node:fs/promises';
import { Lab } from './support/lab';
import { expect, type Locator, type Page, test } from './support/test';

test('events, results, a formula and the catalogue are saved as files', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(12);
  const link = page.url();

  const results = await menu(page, 'Results up to now');
  const json = JSON.parse(await saved(page, results.getByRole('group', { name: 'Everything' }), 'JSON'));
  expect(json).toMatchObject([{ schema: 1, scenario: 'choked-model1', aqm: 'choked', duration_s: 12 }]);
  const flows = csv(await saved(page, results.getByRole('group', { name: 'Flows' }), 'CSV'));
  expect(flows.map(({ id, throughput_bps }) => [Number(id), Number(throughput_bps)])).toEqual(
    json[0].flows.map((flow: Record<string, unknown>) => [flow.id, flow.throughput_bps]),
  );
  // Escape returns the focus to the button that opened the menu.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Save: Results up to now' })).toBeFocused();

  await lab.openEvents();
  const numbers = (await menu(page, 'Events up to now')).getByRole('group', { name: 'Numbers' });
  const events = csv(await saved(page, numbers, 'CSV'));
  expect(events).toHaveLength(json[0].bottleneck.dropped_packets);
  expect(Number(events.at(-1)?.time_s)).toBeLessThanOrEqual(12);
  const parquet = await bytes(page, numbers, 'Parquet');
  expect([parquet.subarray(0, 4).toString(), parquet.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
  await page.keyboard.press('Escape');

  await lab.goTo('Theory');
  const theory = page.getByRole('region', { name: 'Theory' });
  await theory.getByRole('button', { name: /^Save: / }).click();
  const formula = page.getByRole('dialog', { name: /^Save: / });
  const svg = await saved(page, formula.getByRole('group', { name: 'Picture' }), 'SVG');
  // The effects of the style sheet are in the SVG itself: colours, text styles and the font.
  expect(svg).toMatch(/<text[^>]+font-family="[^"]*Inter Variable[^>]+fill="rgb\(\d+, \d+, \d+\)"/);
  expect(svg).toContain('@font-face');
  // The encoded font can contain any sequence of letters, so it is removed first.
  expect(svg.replaceAll(/base64,[^)]+/g, '')).not.toMatch(/var\(|NaN|undefined/);
  expect(await isDrawn(page, svg)).toBe(true);
  const curves = JSON.parse(await saved(page, formula.getByRole('group', { name: 'Numbers' }), 'JSON'));
  expect(curves.rows.length).toBeGreaterThan(20);
  await page.keyboard.press('Escape');

  await page.goto(`${link.split('#')[0]}#/catalogue`);
  const disciplines = await menu(page, 'Queue disciplines');
  const rows = csv(await saved(page, disciplines.getByRole('group', { name: 'Numbers' }), 'CSV'));
  await expect(page.getByText(`${rows.length} disciplines`)).toBeVisible();
  expect(rows.find(({ id }) => id === 'choked')).toMatchObject({ name: 'CHOKeD', year: '2015' });
  lab.staysQuiet();
});

async function menu(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Save: ${name}` }).click();
  return page.getByRole('dialog', { name: `Save: ${name}` });
}

async function bytes(page: Page, within: Locator, format: string): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await within.getByRole('button', { name: `Save as ${format}` }).click();
  return readFile(await (await coming).path());
}

async function saved(page: Page, within: Locator, format: string): Promise<string> {
  return (await bytes(page, within, format)).toString('utf8');
}

/** Rows of a CSV file as objects keyed by column name. The columns that the test reads have no quoted cells. */
function csv(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = text.trim().split('\r\n');
  const cells = (line: string): string[] =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell);
  const names = cells(head);
  return lines.map((line) => {
    const values = cells(line);
    return Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']));
  });
}

/** True if the browser can render the file. */
function isDrawn(page: Page, svg: string): Promise<boolean> {
  return page.evaluate(async (text) => {
    const picture = new Image();
    picture.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    await picture.decode();
    return picture.naturalWidth > 700;
  }, svg);
}
