import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { expect, type Page, test } from './support/test';

test('CHOKe beside CHOKeD shows their divergence, each lane alone, and parameters of one or both', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3, { discipline: 'choked' });
  const now_s = await lab.now_s();

  await addLane(page);
  await expect(lanesOnStage(lab)).toHaveText([/CHOKeD/, /CHOKe/]);
  // The new lane has caught up with the existing lane.
  await expect.poll(() => lab.now_s()).toBe(now_s);
  await hasNoViolations(page, 'main');

  const part = page.getByRole('button', { name: 'Divergence' });
  await expect(part).toHaveAttribute('aria-disabled', 'false');
  await part.click();
  await expect.poll(() => lab.now_s()).toBeLessThan(now_s);
  await expect(part).toHaveAccessibleDescription(/CHOKeD.*CHOKe/);

  await page.evaluate(() => document.getElementById('stage')?.focus());
  await page.keyboard.press('2');
  await expect(lanesOnStage(lab)).toHaveText([/CHOKe$/]);
  await page.keyboard.press('2');
  await expect(lanesOnStage(lab)).toHaveCount(2);

  await test.step('a parameter is changed for all lanes, or for one', async () => {
    const limit = page.getByRole('textbox', { name: /^buffer/ });
    await limit.fill('90');
    await limit.press('Enter');
    await expect(waiting(lab, 90)).toHaveCount(2);

    await page.getByRole('group', { name: 'Change parameters' }).getByText('for this lane').click();
    await limit.fill('60');
    await limit.press('Enter');
    await expect(waiting(lab, 60)).toHaveCount(1);
    await expect(waiting(lab, 90)).toHaveCount(1);
  });
  lab.staysQuiet();
});

test('four lanes are shown at once, then one again, and axe finds no violation', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  await page.keyboard.press('c');
  const list = page.getByRole('region', { name: 'Compare' });
  await expect(list).toBeVisible();
  await list.getByRole('button', { name: /RED · CHOKe · gCHOKe · CHOKeD/ }).click();
  await expect(lanesOnStage(lab)).toHaveCount(4);
  // The list does not cover the queues.
  await expect(list).toBeHidden();
  await page.keyboard.press('c');
  await expect(list.getByRole('button', { name: 'At most 4 lanes' })).toHaveAttribute('aria-disabled', 'true');
  await lab.moves();
  for (const lane of [4, 3]) {
    await list.getByRole('button', { name: new RegExp(`^Remove lane ${lane}`) }).click();
    await expect(lanesOnStage(lab)).toHaveCount(lane - 1);
  }
  await hasNoViolations(page, '[aria-label="Compare"]');
  await list.getByRole('button', { name: /^Remove lane 2/ }).click();
  await expect(lanesOnStage(lab)).toHaveText([/RED/]);
  await page.keyboard.press('Escape');
  await lab.moves();
  lab.staysQuiet();
});

test('lanes are compared by touch on a phone', { tag: '@phone' }, async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(2);
  await page.getByRole('button', { name: /^Compare/ }).tap();
  const sheet = page.getByRole('region', { name: 'Compare' });
  await sheet.getByRole('button', { name: 'Add a lane' }).tap();
  await expect(lanesOnStage(lab)).toHaveCount(2);
  const small: string[] = [];
  for (const control of await sheet.locator('button, select').all()) {
    const box = await control.boundingBox();
    if (box !== null && (Math.round(box.width) < 44 || Math.round(box.height) < 44))
      small.push((await control.textContent()) ?? '');
  }
  expect(small).toEqual([]);
  await hasNoViolations(page, '[aria-label="Compare"]');
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(sheet).toBeHidden();
  // Controls that do not fit in the transport bar are in the menu of its last button.
  await page.getByRole('button', { name: /^Speed and steps/ }).tap();
  await page.getByRole('combobox', { name: 'Step by' }).selectOption('second');
  const before_s = await lab.now_s();
  await page.getByRole('button', { name: 'Step back one second' }).tap();
  await expect.poll(() => lab.now_s()).toBeLessThan(before_s);
  lab.staysQuiet();
});

async function addLane(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Compare/ }).click();
  await page.getByRole('region', { name: 'Compare' }).getByRole('button', { name: 'Add a lane' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Compare' })).toBeHidden();
}

/** The displayed occupancy of each lane, for example "58 of 90". */
function waiting(lab: Lab, limit: number) {
  return lab.stage.getByText(new RegExp(`^\\d+ of ${limit}$`));
}

function lanesOnStage(lab: Lab) {
  return lab.stage.getByRole('heading', { level: 2 });
}
