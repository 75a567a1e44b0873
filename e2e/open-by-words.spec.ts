import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { expect, test } from './support/test';

test('an address with readable parameters opens its scene in a reduced page', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(
    './?preset=choked-model1&aqm=choke,choked&set=flows.0.rate_bps:3e6,max_th:60&at=2.5&hide=controls,events&theme=projector&lang=en',
  );
  await expect.poll(() => lab.now_s()).toBe(2.5);
  await expect(lab.stage.getByRole('heading', { level: 2, name: /CHOKe$/ })).toBeVisible();
  await expect(lab.stage.getByRole('heading', { level: 2, name: /CHOKeD$/ })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Controls' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Why/ })).toBeVisible();
  await expect(page.getByText('admitted and sent too')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'projector');
  await expect(lab.alert).toBeHidden();
  // The page replaces the parameters of the scene by a link after the `#`. The parameters of the page stay before it.
  await expect(page).toHaveURL(/\/\?hide=controls,events&theme=projector&lang=en#2\./);
  await lab.reload();
  await expect(lab.stage.getByRole('heading', { level: 2, name: /CHOKeD$/ })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Controls' })).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'projector');
  lab.staysQuiet();
});

test('without plots and panels the queue fills the page', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./?preset=choked-model1&at=1&workspace=lab');
  const width = async (): Promise<number> => (await lab.stage.boundingBox())?.width ?? 0;
  const among = await width();
  await lab.open('./?preset=choked-model1&at=1&hide=header,controls,plots,explain,events');
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Throughput by class' })).toHaveCount(0);
  expect(await width()).toBeGreaterThan(among * 1.5);
  // The play button is still shown.
  await lab.play();
  await lab.moves();
  lab.staysQuiet();
});

test('wrong parameters of an address are reported, and the other parameters are applied', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(
    './?preset=choked-model1&aqm=chokedd,red&set=max_thr:60,max_th:50&hide=control&speed=3&at=1&workspace=lab',
  );
  await expect(lab.alert).toContainText('all others apply');
  await expect(lab.alert).toContainText('speed is not a parameter of this page');
  await expect(lab.alert).toContainText('hide cannot be “control”: the nearest is controls');
  await expect(lab.alert).toContainText('aqm cannot be “chokedd”: the nearest is choked');
  await expect(lab.alert).toContainText('set cannot be “max_thr”: the nearest is max_th');
  expect(await lab.disciplineOnStage()).toBe('RED');
  await expect(page.getByRole('textbox', { name: 'maximum threshold' })).toHaveValue('50');
  await hasNoViolations(page, '.notice');
  lab.staysQuiet();
});
