import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * The axe script. The tests inject it themselves, because axe's own builder would add it to the page twice in every
 * audit.
 */
const AXE: string = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core').source;

/** The axe rules whose result depends on the theme. */
const RULES_ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Checks that axe finds no violation in the page, or in the part that `part` selects. Each function in `states` brings
 * the page into a state, in which all rules run in the current theme. After the last state, the colour rules also run
 * in the other theme.
 */
export async function hasNoViolations(
  page: Page,
  part?: string,
  states: readonly (() => Promise<void>)[] = [async () => undefined],
): Promise<void> {
  for (const enter of states) {
    await enter();
    // Parts that load on demand are audited once they appear.
    if (part !== undefined) await expect(page.locator(part)).toBeVisible();
    expect(await violations(page, part)).toEqual([]);
  }
  const html = page.locator('html');
  const present = (await html.getAttribute('data-theme')) === 'light' ? 'light' : 'dark';
  const other = present === 'light' ? 'dark' : 'light';
  // The page follows the system until the user chooses a theme.
  await page.emulateMedia({ colorScheme: other });
  await expect(html).toHaveAttribute('data-theme', other);
  await comesToRest(page);
  expect(await violations(page, part, RULES_ABOUT_COLOURS)).toEqual([]);
  await page.emulateMedia({ colorScheme: present });
  await expect(html).toHaveAttribute('data-theme', present);
}

/**
 * Ends the transition between themes, because mid-transition colours belong to neither theme. A page that paints no
 * frames would never finish the transition by itself.
 */
function comesToRest(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

async function violations(page: Page, part?: string, rules?: string[]): Promise<string[]> {
  // Without frames, axe returns its results directly. With frames, axe opens a window to combine the results.
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
