import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The script of axe that the builder would put into the page twice for every audit. */
const AXE: string = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core').source;

/** The rules of axe that depend on the theme; all others are the same in both. */
const RULES_ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Axe finds nothing wrong with the page, or with the part of it that a selector names, as it is or in each of some
 * states: by all rules in the present theme; by those about colours in the other one, too, in the last state.
 */
export async function hasNoViolations(
  page: Page,
  part?: string,
  states: readonly (() => Promise<void>)[] = [async () => undefined],
): Promise<void> {
  for (const enter of states) {
    await enter();
    // A part that is loaded when it is asked for is looked at once it is there.
    if (part !== undefined) await expect(page.locator(part)).toBeVisible();
    expect(await violations(page, part)).toEqual([]);
  }
  const html = page.locator('html');
  const present = (await html.getAttribute('data-theme')) === 'light' ? 'light' : 'dark';
  const other = present === 'light' ? 'dark' : 'light';
  // The page follows the system as long as no theme was chosen.
  await page.emulateMedia({ colorScheme: other });
  await expect(html).toHaveAttribute('data-theme', other);
  await comesToRest(page);
  expect(await violations(page, part, RULES_ABOUT_COLOURS)).toEqual([]);
  await page.emulateMedia({ colorScheme: present });
  await expect(html).toHaveAttribute('data-theme', present);
}

/** Colours fade from one theme to the other: half way they are those of neither. A page that paints nothing would fade for ever. */
function comesToRest(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

async function violations(page: Page, part?: string, rules?: string[]): Promise<string[]> {
  // Of a page without frames the results come from the page itself; otherwise a window is opened to put them together.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const axe = new AxeBuilder({ page, axeSource: '0' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } });
  if (part !== undefined) axe.include(part);
  if (rules !== undefined) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
