import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { expect, type Locator, type Page, test } from './support/test';

const FOUR = ['drop-tail', 'red', 'choke', 'choked'];
const SCREENS = [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

test('a playlist is made, shared as one link and played with a clicker', async ({ page, browser }) => {
  const lab = new Lab(page);
  const list = page.getByRole('dialog', { name: 'Playlist' });
  const said = list.getByRole('status');
  await lab.open(`./#${scene(['choke'], { at_s: 2 })}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Add this moment to the playlist' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  for (const [lanes, at_s] of [
    [['choked'], 3],
    [FOUR, 4],
  ] as const) {
    await page.goto(`./#${scene(lanes, { at_s })}`);
    await expect.poll(() => lab.now_s()).toBe(at_s);
    const main = await page.getByRole('main').boundingBox();
    await page.keyboard.press('m');
    await expect(page.getByRole('status').filter({ hasText: /^Moment \d of the playlist/ })).toBeVisible();
    await expect(list).toBeHidden();
    // The notice covers part of the page but moves nothing else.
    expect(await page.getByRole('main').boundingBox()).toEqual(main);
  }

  // The playlist is edited by keyboard alone: a title, the order, and a deletion that is undone.
  await page.keyboard.press('l');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await list.getByRole('textbox', { name: 'Title of moment 3' }).fill('All four');
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: /^Move up: All four/ }).press('Enter');
  await expect(said).toHaveText('Moved to position 2.');
  await expect(list.getByRole('button', { name: /^Move up: All four/ })).toBeFocused();
  await list.getByRole('button', { name: /^Delete: All four/ }).press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  const link = await list.getByRole('textbox', { name: /^Link to the whole list/ }).inputValue();

  const there = await lab.elsewhere(browser);
  await there.page.setViewportSize({ width: 1280, height: 720 });
  await there.open(link);
  const moment = (words: string) => expect(there.page.getByRole('button', { name: words })).toBeVisible();
  await moment('moment 1 of 3');
  await there.page.keyboard.press('PageDown');
  await moment('moment 2 of 3');
  await expect.poll(() => there.now_s()).toBe(4);
  await expect(there.queue).toHaveCount(4);
  await isOneScreen(there.page);
  await hasNoViolations(there.page, '.presenter');
  // The clicker works wherever the focus is.
  await there.page.getByRole('slider', { name: 'Time in the run' }).focus();
  await there.page.keyboard.press('PageDown');
  await moment('moment 3 of 3');
  await expect.poll(() => there.now_s()).toBe(3);
  await there.page.keyboard.press('PageDown');
  await moment('moment 3 of 3');
  await there.page.keyboard.press('PageUp');
  await moment('moment 2 of 3');
  await expect.poll(() => there.now_s()).toBe(4);
  await expect(there.page.locator('.presenter-head')).toContainText('All four');
  // The opened scene is not in the playlist.
  await there.page.goto(`./#${scene(['codel'], { at_s: 3, presenter: {} })}`);
  await moment('3 moments');
  const widthOf = async (one: Locator): Promise<number> => (await one.boundingBox())?.width ?? 0;
  const whatIf = there.page.getByRole('region', { name: 'What if' });
  expect(await widthOf(whatIf.getByRole('slider'))).toBeGreaterThanOrEqual(120);
  expect(await widthOf(whatIf.getByRole('combobox'))).toBeGreaterThanOrEqual(150);

  await there.page.keyboard.press('b');
  await expect(there.page.getByRole('button', { name: 'Show the screen again' })).toBeVisible();
  await there.page.keyboard.press('b');
  await expect(there.page.getByRole('button', { name: 'Show the screen again' })).toHaveCount(0);
  await there.page.getByRole('button', { name: 'Leave the presenter' }).click();
  await expect(there.page.getByRole('complementary')).toHaveCount(2);
  lab.staysQuiet();
  there.staysQuiet();
});

test('all lanes, a plot and the explanation fit on one screen of every size, in large type', async ({ page }) => {
  const lab = new Lab(page);
  await page.setViewportSize(SCREENS[0] as (typeof SCREENS)[0]);
  for (const lanes of [['choked'], ['choke', 'choked'], FOUR.slice(1), FOUR])
    await test.step(`${lanes.length}`, async () => {
      await lab.open(`./#${scene(lanes, { at_s: 3, presenter: { plot: 'queue', theme: 'projector' } })}`);
      await expect(lab.queue).toHaveCount(lanes.length);
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'projector');
      await expect(page.getByRole('combobox', { name: 'Plot' })).toHaveValue('queue');
      const rule = page.getByRole('list', { name: /^Rule of / }).getByRole('listitem');
      if (lanes.length === 1) await expect(rule).toHaveCount(8);
      else await expect(rule.last()).toBeVisible();
      await expect(page.getByRole('region', { name: 'What if' })).toBeVisible();
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        await isOneScreen(page);
      }
      // Usual runs test the layouts below only with one lane and with four. Paper and Theory look the same with any
      // number of lanes, and every other layout has the least room with four.
      if (lanes.length > 1 && lanes.length < FOUR.length && process.env.CHOKEPOINT_THOROUGH === undefined) return;
      await page.keyboard.press('g');
      await expect(page.getByRole('combobox', { name: 'Plot' })).not.toHaveValue('queue');
      for (const [key, name] of [
        ['v', 'Paper against run'],
        ['t', 'Theory'],
      ] as const) {
        await page.keyboard.press(key);
        await expect(page.getByRole('region', { name })).toBeVisible();
        await nothingScrolls(page);
      }
    });
  // The link also records that the presenter is open.
  await expect(page).toHaveURL(/~:presenter\.plot=[\w-]+~:presenter\.theme=projector~:workspace=theory~/);
  await lab.reload();
  await expect(page.getByRole('region', { name: 'Theory' })).toBeVisible();
  lab.staysQuiet();
});

function scene(lanes: readonly string[], view: object): string {
  return linkOf([
    'choked-model1',
    [['lanes', lanes.map((aqm) => ({ aqm, params: {} }))]],
    { workspace: 'lab', ...view },
  ]);
}

async function isOneScreen(page: Page): Promise<void> {
  const parts = [
    page.getByRole('application', { name: /^The queue of/ }),
    page.getByRole('figure'),
    page.getByRole('region', { name: 'What the algorithm just did' }),
    page.getByRole('region', { name: 'Transport' }),
    page.getByRole('button', { name: 'Leave the presenter' }),
  ];
  for (const part of parts)
    for (const one of await part.all()) {
      await expect(one).toBeInViewport({ ratio: 1 });
      // A zero-height element still counts as in the viewport, so the test checks the height.
      expect((await one.boundingBox())?.height).toBeGreaterThan(30);
    }
  await nothingScrolls(page);
}

/** Checks that no part of the page overflows, and that no text is smaller than 1/45 of the height (24 px of 1080). */
async function nothingScrolls(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const wrong: string[] = [];
        const least = Math.min(window.innerWidth / 80, window.innerHeight / 45) - 0.5;
        const { scrollWidth, scrollHeight } = document.documentElement;
        if (scrollWidth > window.innerWidth || scrollHeight > window.innerHeight) wrong.push('the page scrolls');
        for (const element of document.querySelectorAll<HTMLElement>('.presenter, .presenter *')) {
          const box = element.getBoundingClientRect();
          const unseen = element.closest('.visually-hidden, option, [hidden]') !== null;
          if (unseen || box.width === 0 || box.height === 0) continue;
          const name = `${element.tagName} ${element.className}`;
          if (box.right > window.innerWidth + 1 || box.bottom > window.innerHeight + 1) wrong.push(`${name} is cut`);
          const isClosed = getComputedStyle(element).overflow !== 'visible' && element.tagName !== 'SELECT';
          if (isClosed && element.scrollHeight > element.clientHeight + 2)
            wrong.push(`${name} is taller than its place`);
          const texts = [...element.childNodes].filter(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
          );
          const size = Number.parseFloat(getComputedStyle(element).fontSize);
          // A font size of 0 is allowed: the page hides the title of a plot in this way if the list of plots beside it
          // shows the same text.
          if (texts.length > 0 && size > 0 && size < least) wrong.push(`${name} has type of ${size} px`);
        }
        return wrong;
      }),
    )
    .toEqual([]);
}
