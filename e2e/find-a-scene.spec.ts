import { Lab } from './support/lab';
import { expect, type Page, test } from './support/test';

test('a lecturer finds a scene by a word and opens it without the mouse', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await picker(page).focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('searchbox', { name: 'Search the scenes' });
  await expect(field).toBeFocused();

  await page.keyboard.type('no-such-word');
  await expect(page.getByText('0 scenes')).toBeVisible();
  await field.fill('choked-model1 greedy');
  await page.keyboard.press('ArrowDown');
  const first = page.getByRole('button', { name: /^Model 1: 33 TCP flows/ });
  await expect(first).toBeFocused();
  // With the name of the scene, the list shows the section of the paper and the sentence that the scene teaches.
  await expect(first).toContainText('section 4.2');
  await expect(first).toContainText('Under RED one greedy flow takes the whole link');

  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(picker(page)).toBeFocused();
  await lab.moves();

  // Typing while the list has the focus goes into the search field. Escape closes the list.
  await picker(page).click();
  await page.keyboard.press('ArrowDown');
  // If the keys did not go into the field, “t” would open the theory, because it is the shortcut for it.
  await page.keyboard.type('the');
  await expect(field).toHaveValue('the');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(picker(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Lab', exact: true })).toHaveAttribute('aria-current', 'page');
  lab.staysQuiet();
});

test('on a phone the list fills the screen and the on-screen keyboard stays closed', { tag: '@phone' }, async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open();
  await picker(page).tap();
  const field = page.getByRole('searchbox', { name: 'Search the scenes' });
  await expect(field).toBeVisible();
  await expect(field).not.toBeFocused();
  await page.getByRole('button', { name: /^Model 1: 33 TCP flows/ }).tap();
  await expect(field).toBeHidden();
  lab.staysQuiet();
});

function picker(page: Page) {
  return page.getByRole('button', { name: /^Scene:/ });
}
