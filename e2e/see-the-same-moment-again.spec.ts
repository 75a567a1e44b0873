import { Lab } from './support/lab';
import { expect, test } from './support/test';

/** The simulated time and the stage, after all animations have ended. */
async function moment(lab: Lab): Promise<[number, string]> {
  await lab.comesToRest();
  const picture = await lab.queue.evaluate((ground) => ground.querySelector('canvas')?.toDataURL() ?? 'no canvas');
  return [await lab.now_s(), picture];
}

test('going back in time restores the picture pixel by pixel, including its drops', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(2);
  // Steps forward are animated; steps back are immediate.
  await page.keyboard.press('ArrowRight');
  const before = await moment(lab);
  await page.keyboard.press('ArrowRight');
  const after = await moment(lab);
  expect(after[1]).not.toBe(before[1]);
  await page.keyboard.press('ArrowLeft');
  expect(await moment(lab)).toEqual(before);
  await page.keyboard.press('ArrowRight');
  expect(await moment(lab)).toEqual(after);

  // Activating a dropped packet moves the run to the time of the drop.
  const paused_s = await lab.now_s();
  await lab.queue.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  const note = lab.stage.getByText(/select to go there/).last();
  await expect(note).toBeVisible();
  const dropped_s = Number(/at (\d+\.\d+) s/.exec((await note.textContent()) ?? '')?.[1]);
  expect(dropped_s).toBeLessThanOrEqual(paused_s);
  await page.keyboard.press('Enter');
  await expect.poll(() => lab.now_s()).toBeCloseTo(dropped_s, 3);
  await expect(lab.packet).toContainText(dropped_s.toFixed(3));
  lab.staysQuiet();
});
