import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { expect, test } from './support/test';

test('waiting times of packets are read by pointer, by keyboard and as numbers', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3);
  await page.getByRole('button', { name: 'distribution', exact: true }).click();

  const waits = lab.plotCursor('Waiting time');
  // While the pointer is off the plot, one sentence describes the whole distribution.
  await expect(waits).toHaveAttribute('aria-valuetext', /^5 % of the packets wait at most .+, half .+, 95 % .+\.$/);

  await waits.focus();
  await page.keyboard.press('Home');
  await expect(waits).toHaveAttribute('aria-valuetext', /^0–\d+\sms: [\d.]+\s%$/);
  await page.keyboard.press('ArrowRight');
  await expect(waits).toHaveAttribute('aria-valuenow', '2');
  await page.getByRole('button', { name: 'cumulative' }).click();
  await waits.focus();
  await page.keyboard.press('End');
  await expect(waits).toHaveAttribute('aria-valuetext', /^≤\s\d+\sms: 100\s%$/);
  await page.keyboard.press('Escape');
  await expect(waits).toHaveAttribute('aria-valuetext', /wait at most/);

  const lengths = lab.plotCursor('Queue length');
  const box = await lengths.boundingBox();
  if (box === null) throw new Error('the plot is not on the page');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(lengths).toHaveAttribute('aria-valuetext', /^≤\s\d+\spkt: [\d.]+\s%$/);

  await lab.asTable('Queue length');
  const numbers = page.getByRole('region', { name: 'Queue length: numbers' });
  await expect(numbers.getByRole('columnheader')).toHaveText(['packets waiting', 'share [%]', 'cumulative [%]']);
  await expect(numbers.getByRole('row').last().getByRole('cell').last()).toHaveText('100');
  await hasNoViolations(page, '[aria-label="Distributions"]');

  await page.getByRole('button', { name: '← over time' }).click();
  await expect(lab.plot('Jain fairness')).toBeVisible();
  lab.staysQuiet();
});
