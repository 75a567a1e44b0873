import { Lab } from './support/lab';
import { expect, type Page, test } from './support/test';

test('a lecturer shows the saw-tooth of one TCP flow and the causes of its reductions', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await openScene(page, 'tahoe');
  await page.getByRole('slider', { name: 'Speed' }).fill('11');
  await lab.reaches(6);
  await lab.pause();
  const windows = lab.plotCursor('Congestion windows');
  await windows.focus();
  await expect(windows).toHaveAttribute('aria-valuetext', /Tahoe/);
  await expect(windows).toHaveAttribute(
    'aria-valuetext',
    /window \d+\.\d packets, threshold \d+.+ [1-9]\d* fast retransmit/,
  );
  await lab.asTable('Congestion windows');
  const table = page.getByRole('region', { name: 'Congestion windows: numbers' });
  await expect(table.getByRole('columnheader', { name: /window$/ }).first()).toBeVisible();

  // For a scene about a formula the page opens the theory.
  await openScene(page, 'how often CHOKeD draws');
  const theory = page.getByRole('region', { name: 'Theory' });
  await expect(theory).toBeVisible();
  await expect(theory.getByRole('heading', { name: 'How many packets CHOKeD draws' })).toBeVisible();
  await expect(theory.getByText(/The first draw comes at 10 packets/)).toBeVisible();
  lab.staysQuiet();
});

async function openScene(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: /^Scene:/ }).click();
  await page.getByRole('searchbox', { name: 'Search the scenes' }).fill(words);
  await page.keyboard.press('Enter');
}
