import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { expect, type Page, test } from './support/test';

test('a visitor without a link reads the introduction, changes the scene, and continues in the lab', async ({
  page,
}) => {
  const lab = await arrived(page);
  await expect(page.getByRole('heading', { name: 'A queue decides who gets through.' })).toBeInViewport({ ratio: 1 });
  for (const name of ['arrives here', 'waits here', 'leaves here', 'this flow does not slow down'])
    await expect(lab.stage.getByText(name)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Make the greedy flow twice as fast' })).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveTitle('CHOKe against one greedy flow – Chokepoint');
  // The stage and the transport are already usable.
  await lab.moves();
  await lab.pause();
  await expect(introduction(page)).toContainText(/dropped|queue/i);
  await expect(introduction(page)).toContainText('packets in the queue is drawn most often');
  await hasNoViolations(page);

  const sends = introduction(page).getByText('sends', { exact: false }).locator('xpath=following-sibling::dd');
  await expect(sends).toHaveText('2.00 Mb/s');
  const fairShare = () =>
    page.locator('.shares').evaluate((bars: HTMLElement) => bars.style.getPropertyValue('--fair'));
  const before = await fairShare();
  await page.getByRole('button', { name: 'Make the greedy flow twice as fast' }).click();
  await expect(sends).toHaveText('4.00 Mb/s');
  // The bars of the flows' shares keep their scale when the visitor changes the scene.
  expect(await fairShare()).toBe(before);
  await lab.moves();
  await page.getByRole('button', { name: 'Let plain RED decide instead' }).click();
  await expect.poll(() => lab.disciplineOnStage()).toBe('RED');
  await expect(introduction(page)).toContainText('takes the link');
  await expect(page.getByRole('complementary')).toHaveCount(0);

  await page.keyboard.press('Escape');
  await expect(introduction(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Algorithm of RED' })).toBeVisible();
  await expect(lab.plot('Throughput')).toBeVisible();
  const scene = page.getByRole('region', { name: 'Scene', exact: true });
  await expect(scene).toContainText('CHOKe against one greedy flow');
  await expect(scene).toContainText('RED');

  await lab.choose('Introduction');
  await expect(introduction(page)).toBeVisible();
  await expect.poll(() => lab.disciplineOnStage()).toBe('CHOKe');
  lab.staysQuiet();
});

test('the introduction closes when another scene opens, and Back restores the previous scene', async ({ page }) => {
  const lab = await arrived(page);
  await page.getByRole('button', { name: /Model 1/ }).click();
  await expect(page).toHaveTitle(/^Model 1: 33 TCP flows/);
  await expect(introduction(page)).toBeHidden();
  // The introduction has a speed of its own, which the visitor did not choose. The new scene therefore plays at the
  // default pace, packets on the wire.
  await expect(page.getByRole('slider', { name: 'Speed' })).toHaveValue('8');
  await expect(page).toHaveURL(/#2\./);
  await lab.pause();

  const rate = page.getByRole('slider', { name: /^rate/ }).first();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveCount(0);
  const value = await rate.inputValue();
  await rate.press('ArrowUp');
  await expect(rate).not.toHaveValue(value);
  await expect(undo).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Control+z');
  await expect(rate).toHaveValue(value);
  await page.keyboard.press('Control+Shift+z');
  await expect(rate).not.toHaveValue(value);
  await undo.click();
  await expect(rate).toHaveValue(value);

  await page.goBack();
  await expect(page).toHaveTitle(/^CHOKe against one greedy flow/);
  await expect.poll(() => lab.now_s()).toBeGreaterThan(4);
  await page.goForward();
  await expect(page).toHaveTitle(/^Model 1: 33 TCP flows/);
  lab.staysQuiet();
});

test('a visitor with a link sees no introduction, and Space and the arrows always control the run', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.openAt(2);
  await expect(lab.plot('Queue')).toBeVisible();
  await expect(introduction(page)).toBeHidden();
  await expect(page).toHaveTitle(/^Model 1: 33 TCP flows/);

  await test.step('an underlined term shows its meaning', async () => {
    const note = page.getByRole('tooltip').filter({ hasText: '1/n if one gets all' });
    await lab.stage.getByRole('button', { name: 'Jain' }).focus();
    await expect(note).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();
  });

  // After a scene is chosen, the focus is on the list's button.
  await page.getByRole('button', { name: /^Scene:/ }).focus();
  await page.keyboard.press('Space');
  await lab.moves();
  await expect(page.getByRole('searchbox', { name: 'Search the scenes' })).toBeHidden();
  await page.keyboard.press('Space');
  await lab.comesToRest();

  await page.getByRole('combobox', { name: 'Queue discipline' }).focus();
  const before_s = await lab.now_s();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => lab.now_s()).toBeGreaterThan(before_s);
  expect(await lab.disciplineOnStage()).toBe('CHOKeD');

  // After a number is typed, clicking the stage takes the focus away from the field.
  await page.getByRole('textbox', { name: /^buffer/ }).fill('90');
  await lab.queue.click({ position: { x: 3, y: 3 } });
  await page.keyboard.press('Space');
  await lab.moves();
  await expect(page.getByRole('textbox', { name: /^buffer/ })).toHaveValue(/^90/);
  lab.staysQuiet();
});

test.describe('on a phone', { tag: '@phone' }, () => {
  test('the queue, its names and the instructions are visible, and axe finds no violation', async ({ page }) => {
    const lab = await arrived(page);
    const sight = [
      page.getByRole('heading', { name: 'A queue decides who gets through.' }),
      lab.queue,
      lab.stage.getByText('waits here'),
      page.getByRole('button', { name: 'Make the greedy flow twice as fast' }),
      page.getByRole('button', { name: 'Pause' }),
    ];
    for (const part of sight) await expect(part).toBeInViewport({ ratio: 0.99 });
    await lab.pause();
    await hasNoViolations(page);
    await page.getByRole('button', { name: 'Skip Esc' }).tap();
    await expect(introduction(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Controls', exact: true })).toBeVisible();
    lab.staysQuiet();
  });
});

/** Opens the page as a visitor who types its address. */
async function arrived(page: Page): Promise<Lab> {
  const lab = new Lab(page);
  await lab.open('./');
  await expect(introduction(page)).toBeVisible();
  return lab;
}

function introduction(page: Page) {
  return page.getByRole('region', { name: 'The first minute' });
}
