import { Lab } from './support/lab';
import { expect, type Locator, type Page, test } from './support/test';

test.describe('on a phone', { tag: '@phone' }, () => {
  test('the stage is at the top, a plot below it, and the transport within reach of the thumb', async ({ page }) => {
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

    // The whole transport fits in one row. Controls that do not fit are behind its last button.
    const transport = page.getByRole('region', { name: 'Transport' });
    expect((await transport.boundingBox())?.height ?? height).toBeLessThan(64);
    const scrubber = await page.getByRole('slider', { name: 'Time in the run' }).boundingBox();
    expect(scrubber?.width ?? 0).toBeGreaterThan(90);
    await transport.getByRole('button', { name: /^Speed and steps/ }).tap();
    await transport.getByRole('slider', { name: 'Speed' }).fill('9');
    await expect(transport.getByRole('combobox', { name: 'Step by' })).toBeVisible();
    await transport.getByRole('button', { name: 'Speed and steps, now 2 ×' }).tap();
    await expect(transport.getByRole('slider', { name: 'Speed' })).toHaveCount(0);

    // The panels are sheets. Tapping a button opens or closes its sheet.
    for (const [button, panel] of [
      ['Controls', 'Controls'],
      ['Explain', 'Explanation'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).tap();
      const sheet = page.getByRole('complementary', { name: panel });
      await expect(sheet).toBeVisible();
      await neverScrollsSideways(page);
      const whole =
        panel === 'Controls' ? sheet.getByRole('slider') : sheet.locator('.explain-outcome, .explain-story li');
      expect(await countInside(whole, sheet)).toBeGreaterThanOrEqual(panel === 'Controls' ? 4 : await whole.count());
      await sheet.getByRole('button', { name: 'Close' }).tap();
      await expect(sheet).toBeHidden();
    }

    // All plots can be reached by scrolling down.
    for (const name of ['Jain fairness', 'Queue', 'Drops', 'Throughput per flow']) {
      await lab.plot(name).scrollIntoViewIfNeeded();
      await expect(lab.plot(name)).toBeInViewport();
    }
    await neverScrollsSideways(page);
    lab.staysQuiet();
  });

  test('touch targets are large enough for a finger; a student steps through decisions with a thumb', async ({
    page,
  }) => {
    const lab = new Lab(page);
    await lab.open();
    await lab.moves();
    await page.getByRole('button', { name: 'Pause' }).tap();
    // The panels appear after the queue and may change the page's width, so the test waits for them before it measures.
    await expect(lab.plot('Throughput by class')).toBeVisible();
    await lab.comesToRest();
    const small: string[] = [];
    for (const button of await page.getByRole('button').all()) {
      const box = await button.boundingBox();
      // The skip link is off screen until it has the keyboard focus. A term with a tooltip may be as small as its line
      // of text (WCAG 2.5.8).
      const isWord = await button.evaluate((element) => getComputedStyle(element).cursor === 'help');
      if (box === null || box.y < 0 || isWord) continue;
      if (Math.round(box.width) < 44 || Math.round(box.height) < 44)
        small.push(`${await button.textContent()}: ${box.width} × ${box.height}`);
    }
    expect(small).toEqual([]);

    const before_s = await lab.now_s();
    // Three decisions cannot all have the same displayed millisecond.
    for (let count = 0; count < 3; count += 1) {
      await page.getByRole('button', { name: 'Step one decision' }).tap();
      await lab.comesToRest();
    }
    await expect.poll(() => lab.now_s()).toBeGreaterThan(before_s);
    await page.getByRole('button', { name: 'Explain', exact: true }).tap();
    await expect(lab.sentence).toBeVisible();
    lab.staysQuiet();
  });
});

test('on a phone a lesson begins each step at its title, and the controls open over it', { tag: '@phone' }, async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#lesson.1.full-buffer');
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await lesson.getByRole('button', { name: 'Begin' }).tap();
  await beginsBelowTheQueue(lab, lesson);
  await lesson.getByRole('button', { name: 'Next' }).tap();
  await beginsBelowTheQueue(lab, lesson);

  const controls = page.getByRole('complementary', { name: 'Controls' });
  await page.getByRole('button', { name: 'Controls', exact: true }).tap();
  await expect(controls).toBeVisible();
  await controls.getByRole('button', { name: 'Close' }).tap();
  await expect(controls).toBeHidden();

  // A task's link to a setting leads to that setting's control. Escape closes the top layer, even if the focus is
  // outside it.
  await lesson.getByRole('button', { name: /: all steps$/ }).tap();
  await lesson.getByRole('button', { name: /Your turn/ }).tap();
  await lesson.getByRole('button', { name: 'buffer', exact: true }).tap();
  await expect(controls.locator('.setting:has(:focus)', { hasText: 'buffer' })).toBeInViewport();
  await lesson.getByRole('button', { name: 'Finish' }).focus();
  await page.keyboard.press('Escape');
  await expect(controls).toBeHidden();
  await expect(lesson).toBeVisible();
  lab.staysQuiet();
});

test('on a phone either the task or the editor is open', { tag: '@phone' }, async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#lesson.1.write-choke-yourself');
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await lesson.getByRole('button', { name: 'Begin' }).tap();
  await beginsBelowTheQueue(lab, lesson);
  // With two queues on screen, the names and glossary terms above them are small, but a touch near one still hits it.
  await expect(lab.stage.locator('.stage-name')).toHaveCount(2);
  for (const word of await lab.stage.locator('.stage-name, .term').all())
    if (await word.isVisible()) expect(await touchHeight(word), (await word.textContent()) ?? '').toBeGreaterThan(39);
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

  // The test results are as wide as the script's text, and nothing covers them.
  await editor.getByRole('button', { name: 'Find mistakes' }).tap();
  const answer = editor.locator('.script-check p');
  await expect(answer).toContainText('line 5');
  const width = (await editor.boundingBox())?.width ?? 0;
  expect((await answer.boundingBox())?.width ?? 0).toBeGreaterThan(0.8 * width);
  await expect(answer).toBeInViewport({ ratio: 1 });
  await editor.getByRole('button', { name: 'Close the result' }).tap();

  // On short screens the editor shows lines of text, and the script's status below them.
  const bars = page.locator('.sheet-buttons');
  for (const [wide, high] of [
    [844, 390],
    [390, 520],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width: wide, height: high });
    const text = page.getByRole('textbox', { name: /^Script of lane/ });
    await expect(text.getByText('enqueue', { exact: true }).first()).toBeInViewport({ ratio: 1 });
    const foot = await editor.getByText('This text runs.').boundingBox();
    expect((foot?.y ?? high) + (foot?.height ?? 0), `${wide} × ${high}`).toBeLessThanOrEqual(
      (await bars.boundingBox())?.y ?? 0,
    );
  }
  lab.staysQuiet();
});

/** Checks that the title of the step is visible below the queue. */
async function beginsBelowTheQueue(lab: Lab, lesson: Locator): Promise<void> {
  await lab.comesToRest();
  const title = lesson.getByRole('heading', { level: 2 });
  await expect(title).toBeInViewport({ ratio: 1 });
  const stage = await lab.stage.boundingBox();
  const box = await title.boundingBox();
  expect(box?.y ?? 0).toBeGreaterThanOrEqual((stage?.y ?? 0) + (stage?.height ?? 0) - 1);
  expect(box?.y ?? 0).toBeLessThan((stage?.y ?? 0) + (stage?.height ?? 0) + 40);
}

/** The height [px] within which a touch near the middle of a word hits the word. */
function touchHeight(word: Locator): Promise<number> {
  return word.evaluate((element) => {
    const { left, width, top, height } = element.getBoundingClientRect();
    const far = Array.from({ length: 121 }, (_, place) => top + height / 2 - 60 + place);
    return far.filter((y) => element.contains(document.elementFromPoint(left + width / 2, y))).length;
  });
}

/** The number of fully visible elements in a scrolling panel. */
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
