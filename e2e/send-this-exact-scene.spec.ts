import { Lab } from './support/lab';
import { expect, test } from './support/test';

test('a link opens the same scene elsewhere, with exactly the same numbers', async ({ page, browser }) => {
  const mine = new Lab(page);
  await mine.openAt(3, { discipline: 'gchoke' });
  const threshold = page.getByRole('textbox', { name: 'maximum threshold' });
  await threshold.fill('60');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Timed changes' }).getByRole('listitem')).toHaveCount(1);
  await mine.play();
  await mine.reaches(3.5);
  await mine.pause();
  const byWait = page.getByRole('button', { name: 'colour by waiting time' });
  await expect(byWait).toHaveAttribute('aria-pressed', 'false');
  await byWait.click();
  // A scale beside the queue explains the colours of its packets.
  await expect(mine.stage.getByText(/^0(\d+\sms|[\d.]+\ss)$/)).toBeVisible();
  const link = await mine.link();
  expect(link.length).toBeLessThan(2000);

  const theirs = await mine.elsewhere(browser);
  await theirs.open(link);
  await expect.poll(() => theirs.now_s()).toBe(await mine.now_s());
  expect(await theirs.disciplineOnStage()).toBe('gCHOKe');
  await expect(theirs.page.getByRole('region', { name: 'Timed changes' }).getByRole('listitem')).toHaveCount(1);
  await expect(theirs.page.getByRole('button', { name: 'colour by waiting time' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // Both runs give the same results when they continue.
  await mine.step();
  await theirs.step();
  await mine.comesToRest();
  await expect.poll(() => theirs.now_s()).toBe(await mine.now_s());
  await expect(theirs.sentence).toHaveText((await mine.sentence.textContent()) ?? '');
  expect(await theirs.flowTable()).toEqual(await mine.flowTable());
  mine.staysQuiet();
  theirs.staysQuiet();
});

test('the address contains the scene: reloading keeps the settings, and a pasted link opens its scene', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open();
  // The page has written the scene into its address.
  await expect(page).toHaveURL(/#2\./);
  const before = page.url();
  await lab.switchTo('RED');
  await expect(page).not.toHaveURL(before);
  await lab.reload();
  expect(await lab.disciplineOnStage()).toBe('RED');

  const fragment = new URL(page.url()).hash;
  await lab.switchTo('CHOKe');
  // The URL is updated shortly after the scene changes.
  await expect.poll(() => new URL(page.url()).hash).not.toBe(fragment);
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, fragment);
  await expect.poll(() => lab.disciplineOnStage()).toBe('RED');
  lab.staysQuiet();
});

test('the run pauses while the dialog is open, and continues afterwards', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  await page.getByRole('button', { name: 'Share' }).click();
  const moment = page.getByRole('checkbox', { name: /^Open paused at this time, \d/ });
  await expect(moment).not.toBeChecked();
  await lab.comesToRest();
  const then_s = await lab.now_s();
  await lab.run(0.5);
  expect(await lab.now_s()).toBe(then_s);
  await page.keyboard.press('Escape');
  await lab.moves();
  lab.staysQuiet();
});
