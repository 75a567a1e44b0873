// A researcher saves a scene with its results. Another opens the file and gets the same results.

import { readFile } from 'node:fs/promises';
import { Lab } from './support/lab';
import { COMPUTED, expect, test } from './support/test';

test('a scene and its results are saved, opened again and verified', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3, { changes: [['duration_s', 20]] });
  const dialog = page.getByRole('dialog', { name: 'Send this exact scene' });
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('tab', { name: 'File' }).click();
  const saved = async (button: string): Promise<{ name: string; text: string }> => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: button }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const scene = await saved('Save the scene (.json)');
  const bundle = await saved('Save scene and results');
  const content = JSON.parse(bundle.text);
  expect(content).toMatchObject({ chokepoint_bundle: 1, scenario: JSON.parse(scene.text) });
  expect(content.link).toContain('#2.');

  const picker = dialog.locator('input[type=file]');
  const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  // The problem is reported beside the chosen file, and the scene does not change.
  await picker.setInputFiles(file('wrong.json', scene.text.replace(/"seed": \d+/, '"seed": -1')));
  await expect(dialog.getByRole('alert')).toContainText('seed -1 is not a whole number');
  await picker.setInputFiles(file(bundle.name, bundle.text));
  await dialog.getByRole('button', { name: 'Verify it here' }).click();
  await expect(dialog.getByText('✓ Every number is the same.')).toBeVisible(COMPUTED);

  await dialog.getByRole('tab', { name: 'Cite' }).click();
  await dialog.getByRole('button', { name: 'Add the hash of the results' }).click();
  await expect(dialog.getByText(content.results_hash).first()).toBeVisible();
});

test('a file that is dropped on the page opens', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3);
  const drop = (name: string, text: string): Promise<unknown> =>
    page.evaluate(
      ([file = '', content = '']) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], file, { type: 'application/json' }));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, text],
    );
  await drop('broken.json', '{"lanes": [');
  await expect(page.getByRole('alert')).toContainText('broken.json could not be opened');
  await drop('mine.json', '{"title":"My own scene","lanes":[{"aqm":"red"}],"flows":[{"transport":"udp"}]}');
  await expect(page).toHaveTitle('My own scene – Chokepoint');
  await expect(page.getByText('could not be opened')).toHaveCount(0);
  expect(lab.grumbles).toEqual({ errors: [], dialogs: [] });
});
