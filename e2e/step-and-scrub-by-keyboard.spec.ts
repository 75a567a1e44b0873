import { Lab } from './support/lab';
import { expect, type Page, test } from './support/test';

test('steps have the chosen size, and the keys [ and ] go from drop to drop', async ({ page }) => {
  const lab = await stopped(page);
  await test.step('the help sheet lists the keys', async () => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    for (const words of [
      'Play backward',
      'One second',
      'To the previous or next drop',
      'Show one lane alone',
      'Presenter:',
    ])
      await expect(sheet.getByText(words)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });
  await test.step('keys typed into a field are not shortcuts', async () => {
    const now_s = await lab.now_s();
    await page.getByRole('textbox', { name: /^buffer/ }).focus();
    await page.keyboard.type('bp2[');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary')).toHaveCount(2);
    expect(await lab.now_s()).toBe(now_s);
  });

  const steps = page.getByRole('combobox', { name: 'Step by' });
  await steps.selectOption('match');
  await page.getByRole('button', { name: 'Step to the next match' }).press('Enter');
  await lab.comesToRest();
  await expect(lab.sentence).toHaveText(/from the same flow/);
  // Compares steps by packet, not by time: two drops can have the same displayed millisecond.
  const matched = (await lab.packet.textContent()) ?? '';
  await page.getByRole('button', { name: 'Step back to the previous match' }).press('Enter');
  await expect(lab.packet).not.toHaveText(matched);
  await expect(lab.sentence).toHaveText(/from the same flow/);

  await leaveControls(page);
  const from = (await lab.packet.textContent()) ?? '';
  await page.keyboard.press('BracketLeft');
  await expect(lab.packet).not.toHaveText(from);
  await expect(lab.sentence).toHaveText(/dropped/);
  await page.keyboard.press('BracketRight');
  await expect(lab.packet).toHaveText(from);
  await expect(lab.sentence).toHaveText(/dropped/);
  lab.staysQuiet();
});

test('the scrubber is a slider over the simulated time, and time runs backward and stops at the start', async ({
  page,
}) => {
  const lab = await stopped(page);
  const furthest_s = await lab.now_s();
  const scrubber = page.getByRole('slider', { name: 'Time in the run' });
  await scrubber.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => lab.now_s()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => lab.now_s()).toBe(1);
  await expect(scrubber).toHaveAttribute('aria-valuetext', /^1\.000 s of 200\ss, simulated up to/);
  await page.keyboard.press('End');
  await expect.poll(() => lab.now_s()).toBeCloseTo(furthest_s, 2);
  // The slider handles its own keys: Home did not restart the run, and the run stays paused.
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  await leaveControls(page);
  await lab.comesToRest();
  const from_s = await lab.now_s();
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: 'Play backward' })).toHaveAttribute('aria-pressed', 'true');
  await lab.run(0.2);
  expect(await lab.now_s()).toBeLessThan(from_s);
  await page.getByRole('slider', { name: 'Speed' }).fill('11');
  await lab.run(1);
  await expect.poll(() => lab.now_s()).toBe(0);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  lab.staysQuiet();
});

/** Opens a run that is paused a few seconds in, with the focus on no element. */
async function stopped(page: Page): Promise<Lab> {
  const lab = new Lab(page);
  await lab.openAt(3);
  return lab;
}

async function leaveControls(page: Page): Promise<void> {
  await page.evaluate(() => document.getElementById('stage')?.focus());
}
