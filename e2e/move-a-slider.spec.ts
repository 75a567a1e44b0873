import { Lab } from './support/lab';
import { expect, type Page, test } from './support/test';

test('a slider moved during the run takes effect at once, is recorded, and can be undone', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  const slider = page.getByRole('slider', { name: 'maximum threshold', exact: true });
  await slider.focus();
  for (let count = 0; count < 5; count += 1) await page.keyboard.press('ArrowLeft');
  await slider.blur();

  // One drag is recorded as one change, although the slider passed through many positions.
  const changes = page.getByRole('region', { name: 'Timed changes' });
  await expect(changes.getByRole('listitem')).toHaveCount(1);
  await expect(changes).toContainText(/maximum threshold 80\spackets → [\d.]+\spackets/);
  await expect(page.getByTitle(/max_th = /)).toHaveCount(1);
  await lab.moves();

  await changes.getByRole('button', { name: /^Remove: maximum threshold/ }).click();
  await expect(changes).toBeHidden();
  await expect(field(page, 'maximum threshold')).toHaveValue('80');
  await lab.moves();
  lab.staysQuiet();
});

test('a threshold is dragged on the stage, or moved there by keys, as one change', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(12, { discipline: 'choke', workspace: 'watch' });
  const handle = page.getByRole('slider', { name: 'maximum threshold, on the stage' });
  await expect(handle).toHaveAttribute('aria-valuenow', '80');
  const box = await handle.boundingBox();
  if (box === null) throw new Error('the threshold is not on the stage');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y, { steps: 5 });
  await page.mouse.up();
  await expect(handle).not.toHaveAttribute('aria-valuenow', '80');
  const dragged = Number(await handle.getAttribute('aria-valuenow'));
  expect(dragged).toBeLessThan(80);
  // The threshold line is where the pointer released it.
  await expect.poll(async () => ((await handle.boundingBox())?.x ?? 0) + box.width / 2).toBeCloseTo(x + 80, -1);

  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(handle).toHaveAttribute('aria-valuenow', String(dragged + 2));
  await lab.goTo('Lab');
  // The change by mouse and the change by keyboard have the same simulated time, so the list keeps only the second
  // value. Undo restores the first.
  const changes = page.getByRole('region', { name: 'Timed changes' }).getByRole('listitem');
  await expect(changes).toHaveCount(1);
  await expect(field(page, 'maximum threshold')).toHaveValue(String(dragged + 2));
  await page.keyboard.press('Control+z');
  await expect(field(page, 'maximum threshold')).toHaveValue(String(dragged));
  lab.staysQuiet();
});

test('a changed value shows its former value and can be reset; an invalid value is refused', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(1);
  await type(page, 'rate', '4');
  await expect(page.getByText(/^scene opened with 2\sMb\/s$/)).toBeVisible();
  await page.getByRole('button', { name: /^Reset rate to 2\sMb\/s/ }).click();
  await expect(field(page, 'rate')).toHaveValue('2');
  await expect(page.getByText(/^scene opened with/)).toBeHidden();

  // An invalid value is refused in its field, and the previous value stays in effect.
  await lab.switchTo('RED');
  await lab.play();
  await lab.moves();
  await type(page, 'maximum threshold', '30');
  await expect(lab.alert.filter({ hasText: 'maximum threshold' })).toContainText(/30/);
  await expect(field(page, 'maximum threshold')).toHaveValue('80');
  await lab.moves();
  // The text typed is not a number, so the field keeps its value.
  await type(page, 'maximum threshold', 'many');
  await expect(field(page, 'maximum threshold')).toHaveValue('80');
  lab.staysQuiet();
});

function field(page: Page, name: string) {
  return page.getByRole('textbox', { name, exact: false }).first();
}

async function type(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).fill(value);
  await page.keyboard.press('Enter');
}
