import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * The script of axe. The tests inject it themselves, because axe's own builder would add it to the page twice in every
 * audit.
 */
const AXE: string = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core').source;

/** The rules of axe whose result depends on the theme. */
const RULES_ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Checks that axe finds no violation in the page, or in the part that `part` selects, in each state. All rules are run
 * in the present theme. In the last state, the rules about colours are also run in the other theme.
 */
export async function hasNoViolations(
  page: Page,
  part?: string,
  states: readonly (() => Promise<void>)[] = [async () => undefined],
): Promise<void> {
  for (const enter of states) {
    await enter();
    // A part that loads on demand is audited after it appears.
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

/**
 * Ends the transition between themes, because colours during the transition belong to neither theme. A page that paints
 * no frames would never end the transition by itself.
 */
function comesToRest(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

async function violations(page: Page, part?: string, rules?: string[]): Promise<string[]> {
  // For a page without frames, axe returns its results directly. For a page with frames, axe opens a window to combine
  // the results.
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
