import { Lab } from './support/lab';
import { expect, type Locator, type Page, test } from './support/test';

test.describe('on a phone', { tag: '@phone' }, () => {
  test('the stage is on top, a plot below it, the transport under the thumb', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open();
    await lab.moves();
    const height = page.viewportSize()?.height ?? 0;
    const stage = await lab.queue.boundingBox();
    const plot = await lab.plot('Throughput by class').boundingBox();
    const pause = await page.getByRole('button', { name: 'Pause' }).boundingBox();
    expect(stage?.y ?? height).toBeLessThan(height / 3);
    expect(plot?.y ?? height).toBeLessThan(height * 0.75);
    expect(pause?.y ?? 0).toBeGreaterThan(height * 0.7);
    expect((pause?.y ?? height) + (pause?.height ?? 0)).toBeLessThanOrEqual(height);
    await neverScrollsSideways(page);

    // All of it in one row; what has no room there is behind its last button.
    const transport = page.getByRole('region', { name: 'Transport' });
    expect((await transport.boundingBox())?.height ?? height).toBeLessThan(64);
    const scrubber = await page.getByRole('slider', { name: 'Moment of the run' }).boundingBox();
    expect(scrubber?.width ?? 0).toBeGreaterThan(90);
    await transport.getByRole('button', { name: /^Speed and steps/ }).tap();
    await transport.getByRole('slider', { name: 'Speed' }).fill('9');
    await expect(transport.getByRole('combobox', { name: 'Step by' })).toBeVisible();
    await transport.getByRole('button', { name: 'Speed and steps, now 2 ×' }).tap();
    await expect(transport.getByRole('slider', { name: 'Speed' })).toHaveCount(0);

    // The panels are sheets that open and close by touch.
    for (const [button, panel] of [
      ['Controls', 'Controls'],
      ['Explain', 'Explanation'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).tap();
      const sheet = page.getByRole('complementary', { name: panel });
      await expect(sheet).toBeVisible();
      await neverScrollsSideways(page);
      const whole =
        panel === 'Controls' ? sheet.getByRole('slider') : sheet.locator('.explain-verdict, .explain-story li');
      expect(await countInside(whole, sheet)).toBeGreaterThanOrEqual(panel === 'Controls' ? 4 : await whole.count());
      await sheet.getByRole('button', { name: 'Close' }).tap();
      await expect(sheet).toBeHidden();
    }

    // All plots are reached by scrolling down.
    for (const name of ['Jain fairness', 'Queue', 'Drops', 'Throughput per flow']) {
      await lab.plot(name).scrollIntoViewIfNeeded();
      await expect(lab.plot(name)).toBeInViewport();
    }
    await neverScrollsSideways(page);
    lab.staysQuiet();
  });

  test('what is touched is large enough for a finger; a student steps through decisions with a thumb', async ({
    page,
  }) => {
    const lab = new Lab(page);
    await lab.open();
    await lab.moves();
    await page.getByRole('button', { name: 'Pause' }).tap();
    // The panels come after the queue, and while they do the page has yet to find its width.
    await expect(lab.plot('Throughput by class')).toBeVisible();
    await lab.standsStill();
    const small: string[] = [];
    for (const button of await page.getByRole('button').all()) {
      const box = await button.boundingBox();
      // The skip link is outside the screen until a keyboard asks for it; a word that explains itself is as
      // large as the line of text in which it stands (WCAG 2.5.8 excepts those).
      const isWord = await button.evaluate((element) => getComputedStyle(element).cursor === 'help');
      if (box === null || box.y < 0 || isWord) continue;
      if (Math.round(box.width) < 44 || Math.round(box.height) < 44)
        small.push(`${await button.textContent()}: ${box.width} × ${box.height}`);
    }
    expect(small).toEqual([]);

    const before_s = await lab.now_s();
    // Three decisions do not fall into one millisecond of the clock.
    for (let count = 0; count < 3; count += 1) {
      await page.getByRole('button', { name: 'Step one decision' }).tap();
      await lab.standsStill();
    }
    await expect.poll(() => lab.now_s()).toBeGreaterThan(before_s);
    await page.getByRole('button', { name: 'Explain', exact: true }).tap();
    await expect(lab.sentence).toBeVisible();
    lab.staysQuiet();
  });
});

test('on a phone a task and the editor take turns', { tag: '@phone' }, async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#lesson.1.write-choke-yourself');
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await lesson.getByRole('button', { name: 'Begin' }).tap();
  await lesson.getByRole('button', { name: 'Next' }).tap();
  await lesson.getByRole('button', { name: 'Open the editor' }).tap();
  const editor = page.locator('.script');
  const height = page.viewportSize()?.height ?? 0;
  await expect.poll(async () => (await editor.boundingBox())?.height ?? 0).toBeGreaterThan(0.6 * height);
  await expect(lesson).toBeHidden();
  await page.getByText('Task', { exact: true }).tap();
  await expect(editor).toHaveCount(0);
  await expect(lesson).toBeVisible();
  await page.getByText('Editor', { exact: true }).tap();
  await expect(editor).toBeVisible();
  lab.staysQuiet();
});

/** How many of them are seen whole in a panel that is scrolled. */
async function countInside(all: Locator, panel: Locator): Promise<number> {
  const room = await panel.boundingBox();
  const boxes = await Promise.all((await all.all()).map((one) => one.boundingBox()));
  if (room === null) return 0;
  return boxes.filter((box) => box !== null && box.y >= room.y && box.y + box.height <= room.y + room.height).length;
}

async function neverScrollsSideways(page: Page): Promise<void> {
  const width = await page.evaluate(() => {
    const places = [document.documentElement, ...document.querySelectorAll('main, aside')];
    return Math.max(...places.map((place) => place.scrollWidth - place.clientWidth));
  });
  expect(width).toBeLessThanOrEqual(0);
}
