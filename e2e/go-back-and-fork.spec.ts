import { Lab } from './support/lab';
import { expect, test } from './support/test';

test('a change at an earlier time keeps the former curve in grey, and its link opens the changed run', async ({
  page,
  browser,
}) => {
  const mine = new Lab(page);
  await mine.openAt(100);
  const scrubber = page.getByRole('slider', { name: 'Time in the run' });
  const box = await scrubber.boundingBox();
  if (box === null) throw new Error('the scrubber is not on the page');
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => mine.now_s()).toBeLessThan(30);
  await expect(scrubber).toHaveAttribute('aria-valuetext', /simulated up to 100\.0 s/);
  await mine.comesToRest();
  // The explanation describes the decision at the displayed time.
  const [, shown_s] = /(\d+\.\d+) s/.exec((await mine.packet.textContent()) ?? '') ?? [];
  expect(Math.abs(Number(shown_s) - (await mine.now_s()))).toBeLessThan(0.5);
  await mine.play();
  await mine.moves();
  await mine.pause();
  const forked_s = await mine.now_s();
  expect(forked_s).toBeGreaterThan(0);
  expect(forked_s).toBeLessThan(50);

  const threshold = page.getByRole('textbox', { name: 'maximum threshold' });
  await threshold.fill('60');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Timed changes' }).getByRole('listitem')).toHaveCount(1);
  const dismiss = page.getByRole('button', { name: 'Dismiss the lines from before the change' });
  await expect(dismiss).toBeVisible();
  await page.getByRole('slider', { name: 'Speed' }).fill('10');
  await mine.play();
  await mine.reaches(forked_s + 5);
  await mine.pause();

  const theirs = await mine.elsewhere(browser);
  await theirs.open(await mine.link());
  await expect.poll(() => theirs.now_s()).toBe(await mine.now_s());
  expect(await theirs.flowTable()).toEqual(await mine.flowTable());
  await expect(theirs.page.getByText('before the change')).toHaveCount(0);

  await dismiss.click();
  await expect(page.getByText('before the change')).toHaveCount(0);
  mine.staysQuiet();
  theirs.staysQuiet();
});
