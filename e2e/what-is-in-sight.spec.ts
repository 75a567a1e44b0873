/** Measures which parts of a workspace are visible or cut off, and how much of a plot is data. Prints a table. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { expect, type Page, test } from './support/test';

const SIZES = [
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
] as const;

interface Sight {
  readonly controls: number;
  /** Texts that end in "…". */
  readonly cut: readonly string[];
  /** Parts of the explanation and of the rule that are not fully visible. */
  readonly hidden: readonly string[];
  /** Parts that overlap their neighbour: in a lane's title line, in “What if”, or in a step of the explanation. */
  readonly collisions: readonly string[];
  /** Share of the width that shows data, for each visible plot [%]. */
  readonly data: readonly number[];
}

/** Disciplines with long explanations or long names, and the disciplines that the papers introduce. */
const RULES = ['choke', 'gchoke', 'choked', 'xchoke', 'red', 'codel', 'pernewque', 'sac', 'choke-apf', 'back-choke'];

test('Watch shows at most 20 controls, the whole explanation and the whole rule, on every screen', async ({ page }) => {
  const lab = new Lab(page);
  for (const rule of RULES) {
    await page.goto('about:blank');
    await lab.openAt(12, { discipline: rule, workspace: 'watch' });
    await lab.step();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const sight = await inSight(page);
      print(`watch ${rule}`, width, height, sight);
      expect.soft(sight.controls, `controls, ${rule}, ${width} × ${height}`).toBeLessThanOrEqual(20);
      expect.soft(sight.cut, `cut, ${rule}, ${width} × ${height}`).toEqual([]);
      expect.soft(sight.hidden, `hidden, ${rule}, ${width} × ${height}`).toEqual([]);
      expect.soft(sight.collisions, `collisions, ${rule}, ${width} × ${height}`).toEqual([]);
      isMostlyData(sight, `${rule}, ${width} × ${height}`);
    }
  }
  lab.staysQuiet();
});

/** All listed scenes in a thorough run, otherwise every twelfth. */
const SCENES = readdirSync(join(import.meta.dirname, '../presets'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .filter((_, place) => process.env.CHOKEPOINT_THOROUGH !== undefined || place % 12 === 0);

test('the titles, lessons and names of the scenes are complete and cover no other part', async ({ page }) => {
  test.slow(process.env.CHOKEPOINT_THOROUGH !== undefined);
  const lab = new Lab(page);
  for (const scene of SCENES) {
    await page.goto('about:blank');
    await lab.open(`./?preset=${scene}&at=1&play=0&workspace=watch`);
    for (const [width, height] of SIZES.slice(0, 2)) {
      await page.setViewportSize({ width, height });
      const sight = await inSight(page);
      expect.soft(sight.cut, `cut, ${scene}, ${width} × ${height}`).toEqual([]);
      expect.soft(sight.hidden, `hidden, ${scene}, ${width} × ${height}`).toEqual([]);
      expect.soft(sight.collisions, `collisions, ${scene}, ${width} × ${height}`).toEqual([]);
    }
  }
  lab.staysQuiet();
});

test('four lanes in Watch cut nothing off, and show three controls more than one lane', async ({ page }) => {
  const lab = new Lab(page);
  const lanes = ['red', 'choke', 'gchoke', 'choked'].map((aqm) => ({ aqm, params: {} }));
  await lab.open(`./#${linkOf(['choked-model1', [['lanes', lanes]], { at_s: 12 }])}`);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const sight = await inSight(page);
    print('watch, 4 lanes', width, height, sight);
    expect.soft(sight.cut, `cut, ${width} × ${height}`).toEqual([]);
    expect.soft(sight.hidden, `hidden, ${width} × ${height}`).toEqual([]);
    isMostlyData(sight, `${width} × ${height}`);
  }
  lab.staysQuiet();
});

test('the lab shows at most 60 controls, and plots that are mostly data', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(12, { discipline: 'choke' });
  await lab.step();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const sight = await inSight(page);
    print('lab choke', width, height, sight);
    expect.soft(sight.controls, `controls, ${width} × ${height}`).toBeLessThanOrEqual(60);
    expect.soft(sight.cut, `cut, ${width} × ${height}`).toEqual([]);
    isMostlyData(sight, `${width} × ${height}`);
  }
  lab.staysQuiet();
});

/** Checks that about two thirds of each plot's width is data, not labels. */
function isMostlyData({ data }: Sight, where: string): void {
  expect.soft(Math.min(...data), `data, ${where}`).toBeGreaterThanOrEqual(65);
}

function print(what: string, width: number, height: number, { controls, cut, data }: Sight): void {
  const texts = [what.padEnd(18), `${width}×${height}`.padEnd(10), `${controls} controls`, `${cut.length} cut`];
  console.log([...texts, `data ${data.join(', ')} %`].join('  '));
}

/** Measures once a plot is drawn and two successive measurements agree, so that the layout has settled. */
async function inSight(page: Page): Promise<Sight> {
  let sight = await look(page);
  await expect
    .poll(async () => {
      const before = sight;
      sight = await look(page);
      return sight.data.length > 0 && JSON.stringify(sight) === JSON.stringify(before);
    }, LOOKS)
    .toBe(true);
  return sight;
}

/** Time between two measurements [ms]. */
const LOOKS = { intervals: [100] };

function look(page: Page): Promise<Sight> {
  return page.evaluate(() => {
    const isSeen = (element: Element): boolean => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width < 2 || height < 2 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || element.closest('label')?.contains(hit) === true);
    };
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((one) =>
      isSeen(one.matches('.visually-hidden') ? (one.closest('label') ?? one) : one),
    );
    const cut = [...document.querySelectorAll('body *')].filter(
      (one) =>
        getComputedStyle(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth + 1 && isSeen(one),
    );
    const floor = document.querySelector('[aria-label="Transport"]')?.getBoundingClientRect().top ?? innerHeight;
    const hidden = [...document.querySelectorAll('.explain-outcome, .explain-story li, .watch .rule__line')].filter(
      (one) => one.getBoundingClientRect().bottom > floor + 1,
    );
    // Text can overflow a box that is too small, so the width of the text itself is measured.
    const extent = (element: Element): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const spoken = element.firstElementChild;
      if (spoken?.matches('.visually-hidden')) range.setStartAfter(spoken);
      return range.getBoundingClientRect();
    };
    const collisions = [...document.querySelectorAll('.stage-title, .what-if, .explain-story li')].flatMap((line) => {
      const parts = [...line.children].filter(isSeen);
      return parts.slice(1).filter((part, index) => {
        const [before, after] = [extent(parts[index] as Element), extent(part)];
        return before.right > after.left + 1 && before.bottom > after.top + 1 && after.bottom > before.top + 1;
      });
    });
    const surfaces = [...document.querySelectorAll<HTMLElement>('[data-share]')].filter(isSeen);
    const words = (elements: readonly Element[]): string[] =>
      elements.map((one) => (one.textContent ?? '').trim().slice(0, 40));
    return {
      controls: controls.length,
      cut: words(cut),
      hidden: words(hidden),
      collisions: words(collisions),
      data: surfaces.map(({ dataset }) => Number(dataset.share)),
    };
  });
}
