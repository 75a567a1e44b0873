// A student opens packets recorded on a real Linux router, once from the list of scenes and once from a file.

import { fileURLToPath } from 'node:url';
import { Lab } from './support/lab';
import { COMPUTED, expect, test } from './support/test';

const RECORDING = fileURLToPath(new URL('../presets/recordings/linux-drop-tail.chokerec', import.meta.url));

test('recorded packets are shown beside their simulation', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this exact scene' });
  await dialog.getByRole('tab', { name: 'File' }).click();
  await dialog.locator('input[type=file]').setInputFiles(RECORDING);
  const bar = page.getByRole('region', { name: 'The packets of the first lane' });
  await expect(bar).toContainText('packets of real hosts under Linux');
  await expect(bar).toContainText('Every recorded state of the queue was reproduced.', COMPUTED);
  await expect(page.getByText('DropTail, real').first()).toBeVisible();
  // The saved file is byte-for-byte the file that was opened.
  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Save the recording' }).click();
  expect((await download).suggestedFilename()).toBe('linux-drop-tail.chokerec');
  expect(lab.grumbles).toEqual({ errors: [], dialogs: [] });
});
