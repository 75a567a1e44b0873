import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { COMPUTED, expect, type Locator, type Page, test } from './support/test';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Script', exact: true });
const editor = (page: Page): Locator => page.getByRole('textbox', { name: /^Script of lane/ });
/** The message below the script's text. */
const said = (page: Page): Locator => panel(page).getByRole('status').last();
/** The line that contains `words`, which must be unique. */
const line = (page: Page, words: string): Locator => editor(page).getByText(words).last();
const lanes = (lab: Lab): Locator => lab.stage.getByRole('heading', { level: 2 });

/** Opens the editor with its shortcut. CHOKe is added as a script in a lane beside the one on the stage. */
async function beginsWithChoke(page: Page): Promise<void> {
  await page.keyboard.press('w');
  await panel(page).getByRole('button', { name: 'Add it as a new lane' }).click();
  await expect(editor(page)).toBeVisible();
}

/**
 * Replaces the whole script once syntax highlighting has appeared. The browser must not copy the colours into the text
 * as inline styles.
 */
async function writes(page: Page, text: string): Promise<void> {
  await expect(editor(page).locator('.cm-line span').first()).toBeVisible();
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** A script that admits every packet and stops with an error at the packet with this number. */
const STOPS_AT = (packet: number): string => `const name = "Mine";
fn init() {
    this.seen = 0;
}
fn enqueue(packet) {
    this.seen += 1;
    let rest = ${packet} - this.seen;
    let share = 100 / rest;
    if queue.len() < params.limit { admit(); } else { drop("overflow"); }
}
`;

test('a new user writes an algorithm that runs beside the others', async ({ page }) => {
  const lab = new Lab(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await lab.open('./');
  await beginsWithChoke(page);
  // Two queues leave little room on this screen, but the editor is still visible.
  await expect(panel(page).getByText('This text runs.')).toBeInViewport();
  await expect(lanes(lab)).toHaveCount(2);

  await line(page, 'const name = "CHOKe"').click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' of mine');
  await expect(panel(page).getByText('Runs when you stop typing…')).toBeVisible();
  await expect(panel(page).getByText('This text runs.')).toBeVisible();
  await expect(lanes(lab).last()).toHaveText(/CHOKe of mine$/);
  await lab.moves();

  // The script is translated for other simulators. The translation lists any line that a simulator cannot express.
  await panel(page).getByRole('button', { name: 'As C++…' }).click();
  const written = panel(page).getByRole('textbox', { name: 'The script for' });
  await expect(written).toHaveValue(/class ScriptCHOKeOfMine/);
  await expect(panel(page).getByText('Not translated')).toBeHidden();
  await panel(page).getByRole('radio', { name: 'ns-3' }).check();
  await expect(written).toHaveValue(/class ScriptCHOKeOfMine : public QueueDisc/);
  await panel(page).getByRole('button', { name: 'Back to the script' }).click();
  await line(page, 'fn enqueue(packet)').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' let a = 1; a = 0.5;');
  await expect(panel(page).getByText('This text runs.')).toBeVisible();
  await panel(page).getByRole('button', { name: 'As C++…' }).click();
  await expect(panel(page).getByText('Not translated')).toBeVisible();
  await hasNoViolations(page, '.script');
  await panel(page)
    .getByRole('button', { name: /^Line \d/ })
    .first()
    .click();
  await expect(editor(page)).toBeFocused();
  lab.staysQuiet();
});

test('a syntax error is shown with its line, and an error during the run stops its lane', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(1);
  await beginsWithChoke(page);
  await writes(page, STOPS_AT(900));
  await expect(lanes(lab).last()).toHaveText(/Mine$/);
  await line(page, 'this.seen += 1;').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' let = 3;');
  const message = panel(page).getByText('The last version without errors is still running.');
  await expect(message).toBeVisible();
  await expect(panel(page).getByText(/^Line 6, column/)).toBeVisible();
  // The previous version of the script keeps running until the error is fixed.
  await lab.play();
  await lab.moves();
  await expect(lanes(lab).last()).toHaveText(/Mine$/);
  await expect(lab.alert).toBeHidden();

  await panel(page).getByRole('button', { name: 'Go there' }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('End');
  for (const _ of ' let = 3;') await page.keyboard.press('Backspace');
  await expect(panel(page).getByText('This text runs.')).toBeVisible();
  await expect(message).toBeHidden();

  await lab.run(4);
  const stop = panel(page).getByText(/Stopped at .*line 8/);
  await expect(stop).toBeVisible();
  await expect(said(page)).toContainText('rest = 0');
  const then_s = Number.parseFloat(/Stopped at ([\d.]+)/.exec((await stop.textContent()) ?? '')?.[1] ?? '');
  // The clock stops at the error. The other lane continues after a click.
  await lab.comesToRest();
  expect(await lab.now_s()).toBeCloseTo(then_s, 2);
  await lab.play();
  await lab.reaches(then_s + 1);
  await lab.pause();
  await panel(page).getByRole('button', { name: 'Go to that time' }).click();
  await expect.poll(() => lab.now_s()).toBeCloseTo(then_s, 2);
  lab.staysQuiet();
});

test('the run stops at a line with a breakpoint, and again at the next packet that reaches the line', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.openAt(3);
  await beginsWithChoke(page);
  await line(page, 'drop("match_arriving")').click();
  await page.keyboard.press('F9');
  // One marker is the breakpoint. Another, invisible one keeps the width of the column constant.
  await expect(page.getByText('●')).toHaveCount(2);
  const explanation = page.getByRole('region', { name: 'What the algorithm just did' });
  const times: number[] = [];
  for (let count = 0; count < 2; count += 1) {
    await lab.play();
    await lab.run(2);
    expect(await lab.now_s()).toBeGreaterThan(times.at(-1) ?? 3);
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await expect(explanation.getByText(/matched/).first()).toBeVisible();
    times.push(await lab.now_s());
  }
  await lab.comesToRest();
  lab.staysQuiet();
});

test('opening a scene with a script asks once for permission', async ({ page, browser }) => {
  const lab = new Lab(page);
  await lab.openAt(1);
  await beginsWithChoke(page);
  await writes(page, STOPS_AT(1_000_000));
  await expect(lanes(lab).last()).toHaveText(/Mine$/);
  const link = await lab.link();

  const other = await lab.elsewhere(browser);
  const question = other.page.getByRole('dialog', { name: 'This scene contains a script' });
  await other.page.goto(link);
  await expect(question.getByText('let share = 100 / rest;')).toBeVisible(COMPUTED);
  await question.getByRole('button', { name: 'Do not open the scene' }).click();
  await other.clock.waitFor();
  await expect(lanes(other).filter({ hasText: 'Mine' })).toHaveCount(0);

  await other.page.goto('about:blank');
  await other.page.goto(link);
  await question.getByRole('button', { name: 'Run it' }).click();
  await expect(lanes(other).last()).toHaveText(/Mine$/);
  await other.reload();
  await expect(lanes(other).last()).toHaveText(/Mine$/);
  await expect(question).toBeHidden();
  // `embed.html`, which other pages show in a frame, also runs the script.
  await other.page.goto(new URL(`embed.html${new URL(link).hash}`, link).href);
  await expect(other.page.getByText('Mine').first()).toBeVisible(COMPUTED);
  await expect(question).toBeHidden();
  lab.staysQuiet();
  other.staysQuiet();
});

test('an empty script gets the first template, and functions are inserted with one click', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(1);
  await page.keyboard.press('w');
  const first = panel(page).getByRole('radio').first();
  await expect(first).toHaveAccessibleName(/^Empty/);
  await first.check();
  await panel(page).getByRole('button', { name: 'Add it as a new lane' }).click();
  await expect(panel(page).getByText('This text runs.')).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'Rhai' })).toHaveAttribute('href', 'https://rhai.rs/book/');

  const button = panel(page).getByRole('button', { name: 'Functions', exact: true });
  const search = panel(page).getByRole('searchbox', { name: 'Search the functions' });
  await button.click();
  await expect(search).toBeFocused();
  await hasNoViolations(page, '.script');
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(button).toBeFocused();

  // The completion is inserted at the cursor, and typing continues there.
  await line(page, 'if queue.len() <').click();
  await page.keyboard.press('End');
  await button.click();
  await search.fill('draw');
  await expect(
    panel(page).getByRole('status').filter({ hasText: 'Enter inserts queue.draw(n, from, to)' }),
  ).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('1');
  await page.keyboard.press('End');
  await page.keyboard.type(';');
  await expect(line(page, 'queue.draw(1);')).toBeVisible();
  await expect(panel(page).getByText('This text runs.')).toBeVisible();
  lab.staysQuiet();
});
