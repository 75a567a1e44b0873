import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { expect, test } from './support/test';

test('a figure of the document has scenes as its points, and a link keeps the chosen quantity', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(`./#${linkOf(['pernewque-flows-100', [], { workspace: 'lab' }])}`);
  await lab.openPaper();
  const figure = page.getByRole('figure', { name: 'Fig. 3' });
  await expect(figure.getByRole('list', { name: 'What the marks are' })).toContainText('printed in the document');
  await expect(figure.getByText('PerNEWQUE', { exact: true })).toBeVisible();
  await expect(figure.getByRole('button', { name: '100', exact: true })).toHaveAttribute('aria-pressed', 'true');

  await figure.getByRole('radio', { name: 'Fig. 5' }).check({ force: true });
  const losses = page.getByRole('figure', { name: 'Fig. 5' });
  await hasNoViolations(page, '.document-figure');
  await losses.getByRole('button', { name: '200', exact: true }).click();
  await expect(page.getByText('200 flows, one of them UDP').first()).toBeVisible();
  await expect(losses.getByRole('button', { name: '200', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await lab.reload();
  await expect(losses).toBeVisible();
  lab.staysQuiet();
});

test('the rule of CHOKeD is shown as the flow chart of its thesis, with the path of the packet', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.run(1);
  await page.getByRole('button', { name: 'As a chart' }).click();
  const chart = page.getByRole('list', { name: 'Flow chart of CHOKeD' });
  await expect(chart.getByRole('listitem').first()).toContainText(/Passed: avg/);
  await expect(page.getByText('Fig. 3.5')).toBeVisible();
  await hasNoViolations(page, '.chart');
  await page.getByRole('button', { name: 'As lines' }).click();
  await expect(chart).toBeHidden();
  lab.staysQuiet();
});
