import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { expect, test } from './support/test';

test('axe finds no violation on the page and in its dialogs', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3);
  // All tables and `details` elements are opened first, so that axe audits their contents, too.
  await lab.asTable('Queue');
  await lab.asTable('Throughput per flow');
  for (const fold of await page.locator('details').all()) await fold.locator('summary').click();
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await hasNoViolations(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await lab.choose('Keys');
  await hasNoViolations(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Model 1/ }).click();
  // Only the open list of scenes is audited here, because the page beneath it has been audited above.
  await hasNoViolations(page, '.picker__list:not([hidden])');
});

test('axe finds no violation on a phone', { tag: '@phone' }, async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(2);
  await hasNoViolations(page);
  for (const button of ['Controls', 'Explain']) {
    await page.getByRole('button', { name: button, exact: true }).tap();
    await hasNoViolations(page, 'aside:not([hidden])');
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).tap();
  }
});

test('axe finds no violation in the messages', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#9.abc');
  await expect(lab.alert).toBeVisible();
  await hasNoViolations(page, '.notices');
});

test('a chosen theme stays when the system prefers another', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(0);
  for (const [theme, system] of [
    ['Dark', 'light'],
    ['Light', 'dark'],
  ] as const) {
    await lab.chooseTheme(theme);
    await page.emulateMedia({ colorScheme: system });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
  }
  await lab.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  lab.staysQuiet();
});
