import { hasNoViolations } from './support/axe';
import { runClock } from './support/clock';
import { Lab } from './support/lab';
import { expect, type Page, test } from './support/test';

// Slow, because the list of all disciplines and an engine for its small scene load only when it opens.
test.slow();

test('a student looks a discipline up and comes back to an unchanged scene', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  const left_s = await lab.now_s();
  await lab.choose('All disciplines');
  await expect(page.getByRole('table')).toContainText('DropTail');
  await hasNoViolations(page, 'dialog[open]');

  await page.getByRole('searchbox', { name: 'Search the disciplines' }).fill('manzoor');
  await page.getByRole('link', { name: 'CHOKeD' }).click();
  await expect(title(page, 'CHOKeD')).toBeFocused();
  await expect(catalogue(page)).toContainText('draw D_r packets of the rear');
  await expect(page.getByRole('rowheader', { name: 'limit' })).toBeVisible();
  await tinyMoves(page);
  await expect(catalogue(page).getByRole('region', { name: 'What CHOKeD remembers' })).toBeVisible();
  await hasNoViolations(page, 'dialog[open]');

  // Back leads to the table, which still has its search text, and from there to the lab.
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search the disciplines' })).toHaveValue('manzoor');
  await expect(page.getByRole('link', { name: 'CHOKeD' })).toBeFocused();
  await page.goBack();
  await expect(catalogue(page)).toBeHidden();
  expect(await lab.now_s()).toBeGreaterThanOrEqual(left_s);
  await lab.moves();
  lab.staysQuiet();
});

test('the table sorts by every column, without the mouse', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await page.keyboard.press('a');
  const heads = catalogue(page).getByRole('columnheader');
  await expect(heads).toHaveText(['Discipline', /^Year/, 'Memory', /^Comp/, /^Time/, 'Parameters', 'Source', /^App/]);
  for (const head of await heads.all()) {
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    const first = await head.getAttribute('aria-sort');
    await page.keyboard.press('Enter');
    expect(new Set([first, await head.getAttribute('aria-sort')])).toEqual(new Set(['ascending', 'descending']));
  }

  await page.getByRole('columnheader', { name: 'Year' }).getByRole('button').press('Enter');
  const years = await page
    .getByRole('row')
    .getByRole('cell', { name: /^\d{4}$/ })
    .allInnerTexts();
  expect(years.length).toBeGreaterThan(5);
  expect(years).toEqual([...years].sort());

  await page.getByRole('link', { name: 'CHOKe', exact: true }).press('Enter');
  await expect(title(page, 'CHOKe')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(catalogue(page)).toBeHidden();
  await lab.moves();
  lab.staysQuiet();
});

test('a link opens the page of a discipline over its scene; a button leads into the lab, and Back to the page', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.switchTo('RED');
  const link = await lab.link();
  await page.goto('about:blank');
  await page.goto(`${link}/catalogue/gchoke`);
  await expect(title(page, 'gCHOKe')).toBeVisible();
  await page.getByRole('button', { name: 'Close the catalogue' }).click();
  await expect(catalogue(page)).toBeHidden();
  expect(await lab.disciplineOnStage()).toBe('RED');
  expect(page.url()).not.toContain('catalogue');

  const before = page.url();
  await page.keyboard.press('a');
  await page.getByRole('link', { name: 'CHOKe', exact: true }).click();
  await page.getByRole('button', { name: /^A buffer of 300 packets section/ }).click();
  await expect(catalogue(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /^Scene:.*A buffer of 300 packets/ })).toBeVisible();
  await expect(page).toHaveURL(/#2\./);
  await expect(page).not.toHaveURL(before);

  await page.goBack();
  await expect(title(page, 'CHOKe')).toBeVisible();
  await page.getByRole('button', { name: 'Open in the lab' }).click();
  await expect(catalogue(page)).toBeHidden();
  await expect(lab.stage.getByRole('heading', { level: 2 })).toHaveText('CHOKe');
  await expect(page.getByRole('button', { name: /^Scene:.*Model 1: 33 TCP flows/ })).toBeVisible();
  lab.staysQuiet();
});

test('on a phone the catalogue has cards, and nothing scrolls sideways', { tag: '@phone' }, async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.choose('All disciplines');
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Discipline, ascending' });
  await expect(catalogue(page).getByRole('listitem').first()).toContainText('Adaptive RED');
  await hasNoViolations(page, 'dialog[open]');
  expect(await sideways(page)).toBe(0);

  await page.getByRole('link', { name: 'CHOKe', exact: true }).tap();
  await tinyMoves(page);
  await hasNoViolations(page, 'dialog[open]');
  expect(await sideways(page)).toBe(0);
  await page.getByRole('button', { name: 'Close the catalogue' }).tap();
  await expect(catalogue(page)).toBeHidden();
  lab.staysQuiet();
});

function catalogue(page: Page) {
  return page.getByRole('dialog', { name: 'Catalogue of queue disciplines' });
}

function title(page: Page, name: string) {
  return catalogue(page).getByRole('heading', { name, exact: true, level: 2 });
}

function tinyTime(page: Page) {
  return page.getByRole('figure', { name: /^A running scene/ }).getByText(/^\d+\.\d\ss$/);
}

async function tinyMoves(page: Page): Promise<void> {
  const now = async (): Promise<number> => Number.parseFloat((await tinyTime(page).textContent()) ?? '');
  const before = await now();
  await runClock(page, 0.3);
  await expect.poll(now).toBeGreaterThan(before);
}

/** Width by which scrollable content exceeds its container [px]. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('dialog, dialog *')].filter(
      (node) => node.clientWidth > 100 && getComputedStyle(node).display !== 'inline',
    );
    return Math.max(...boxes.map((node) => node.scrollWidth - node.clientWidth));
  });
}
