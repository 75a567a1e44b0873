import { Lab } from './support/lab';
import { expect, test } from './support/test';

test('a step is one decision, shown in code and in a sentence, and the run can pause at a match', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(2);
  const times: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const before = (await lab.packet.textContent()) ?? '';
    await lab.step();
    await expect(lab.packet).not.toHaveText(before);
    // The panel describes the decision at the displayed time, not an earlier one.
    await expect(lab.packet).toContainText((await lab.now_s()).toFixed(3));
    await expect(lab.sentence).toBeVisible();
    await expect(
      page
        .getByRole('region', { name: /^Algorithm of/ })
        .getByText('Ran:')
        .first(),
    ).toBeAttached();
    times.push(await lab.now_s());
  }
  // 34 flows send some 300 packets a second, so three decisions take well under a second.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(1);

  // The step stops after the match: candidates have been drawn, and no packet has been removed.
  await page.getByRole('combobox', { name: 'Step by' }).selectOption('match');
  const step = page.getByRole('button', { name: 'Step to the next match' });
  await step.click();
  await expect.poll(() => lab.isHeld()).toBe(true);
  const held_s = await lab.now_s();
  await expect(lab.sentence).toHaveText(/nothing has been removed yet\.$/);
  // The description for screen readers contains the same packets as the painted queue.
  const waiting = (await lab.stage.locator('[data-fact="queue"]').textContent())?.trim();
  await expect(lab.queue).toHaveAccessibleDescription(new RegExp(`^CHOKeD: ${waiting} packets waiting`));
  // Past the last waiting packet, the arrow keys reach the arriving packet.
  await lab.queue.focus();
  await page.keyboard.press('Home');
  await expect(lab.stage.getByText(/: arrival/).first()).toBeAttached();
  await step.click();
  await expect.poll(() => lab.isHeld()).toBe(false);
  await expect(lab.sentence).toHaveText(/dropped\.$/);
  expect(await lab.now_s()).toBe(held_s);
  lab.staysQuiet();
});

test('slow motion shows each packet separately', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  const speed = page.getByRole('slider', { name: 'Speed' });
  await speed.fill('0');
  await expect(speed).toHaveAttribute('aria-valuetext', /^1 packet at a time/);
  const before_s = await lab.now_s();
  await lab.moves();
  expect((await lab.now_s()) - before_s).toBeLessThan(0.5);
  await speed.fill('13');
  await lab.reaches(before_s + 20);
  lab.staysQuiet();
});
