import { Lab } from './support/lab';
import { expect, test } from './support/test';

test('a lecturer shows the cost of fairness from the lanes on the page', async ({ page }) => {
  const lab = new Lab(page);
  // The measured interval begins at 10 s; before that, no lane has a fairness index.
  await lab.open('./?preset=fairness-cost&at=11&workspace=lab');
  await lab.openPaper();
  const figure = page.getByRole('figure').filter({ hasText: 'What fairness costs' });
  await expect(figure).toBeVisible();
  // The scene on the page is the unmodified preset, so the figure compares its values with the published ones.
  await expect(page.getByText('You have changed the scene')).toBeHidden();
  for (const name of ['DropTail', 'CHOKeD', 'SFB', 'DRR']) await expect(figure).toContainText(name);
  await expect(figure).toContainText('bytes stored besides the packets');
  lab.staysQuiet();
});
