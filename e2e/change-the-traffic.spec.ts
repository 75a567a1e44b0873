/** A user gives the flows another source, and takes the arrivals of files from a list. */

import { Lab } from './support/lab';
import { COMPUTED, expect, test } from './support/test';

test('another source has its own settings, and a list from a file becomes the traffic', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3);
  const flows = page.getByRole('region', { name: 'Responsive flows (TCP)' });
  const source = flows.getByRole('combobox', { name: 'source', exact: true });
  await flows.getByText(/^\d+ more/).click();

  // The settings of the former source disappear, so that every source can be chosen again.
  await source.selectOption('web');
  await expect(flows.getByRole('textbox', { name: 'think time' })).toBeVisible(COMPUTED);
  await source.selectOption('ftp');
  await expect(flows.getByRole('textbox', { name: 'think time' })).toHaveCount(0, COMPUTED);
  await expect(flows.getByRole('alert')).toHaveCount(0);

  const file = flows.getByLabel('Files from a file…');
  const csv = (text: string) => ({ name: 'arrivals.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await file.setInputFiles(csv('0.5,3\n2;many\n'));
  await expect(flows.getByRole('alert')).toContainText('line 2: "2;many" is not a pair of numbers', COMPUTED);
  await expect(source).toHaveValue('ftp');
  await file.setInputFiles(csv('time,size\n0.5,3\n2,40\n'));
  await expect(flows.getByText(/^Files: 500\sms: 3\spackets, 2\ss: 40\spackets$/)).toBeVisible(COMPUTED);
  await expect(flows.getByRole('textbox', { name: 'flows', exact: true })).toHaveValue('2');
  await expect(flows.getByRole('alert')).toHaveCount(0);
  lab.staysQuiet();
});
