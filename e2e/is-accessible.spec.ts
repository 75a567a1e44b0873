import { expect, test } from '@playwright/test';
import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';

for (const theme of ['Dark', 'Light'] as const) {
  test(`axe finds nothing wrong, ${theme.toLowerCase()} theme`, async ({ page }) => {
    const lab = new Lab(page);
    await lab.open();
    await lab.chooseTheme(theme);
    await lab.switchTo('CHOKeD');
    await lab.reaches(3);
    await lab.pause();
    await hasNoViolations(page);

    // With everything open that can be open.
    await page.getByRole('button', { name: 'Queue as a table' }).click();
    await page.getByRole('button', { name: 'Throughput per flow as a table' }).click();
    for (const fold of await page.locator('details').all()) await fold.locator('summary').click();
    await hasNoViolations(page);
  });

  test(`axe finds nothing wrong in the dialogs, ${theme.toLowerCase()} theme`, async ({ page }) => {
    const lab = new Lab(page);
    await lab.open();
    await lab.chooseTheme(theme);
    await lab.reaches(1);
    await lab.pause();
    await page.getByRole('button', { name: 'Share' }).click();
    await hasNoViolations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show the keys' }).click();
    await hasNoViolations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Model 1/ }).click();
    await hasNoViolations(page);
  });

  test(`axe finds nothing wrong on a phone, ${theme.toLowerCase()} theme`, { tag: '@phone' }, async ({ page }) => {
    const lab = new Lab(page);
    await lab.open();
    await lab.chooseTheme(theme);
    await lab.switchTo('CHOKeD');
    await lab.reaches(2);
    await lab.pause();
    await hasNoViolations(page);
    for (const button of ['Controls', 'Explain']) {
      await page.getByRole('button', { name: button, exact: true }).tap();
      await hasNoViolations(page);
      await page.getByRole('complementary').getByRole('button', { name: 'Close' }).tap();
    }
  });
}

test('axe finds nothing wrong with the messages', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#9.abc');
  await expect(lab.alert).toBeVisible();
  await hasNoViolations(page);
  await lab.chooseTheme('Light');
  await hasNoViolations(page);
});

test('without motion the page shows the same facts', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const lab = new Lab(page);
  await lab.open();
  await lab.reaches(2);
  await lab.pause();
  await lab.step();
  await expect(lab.sentence).toBeVisible();
  lab.staysQuiet();
});
