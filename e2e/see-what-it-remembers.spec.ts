import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { expect, type Locator, test } from './support/test';

test('the stored state of a discipline is shown as a list, as dials, as labels, or as empty', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3, { discipline: 'xchoke' });

  const strip = remembered(lab, 'xCHOKe');
  const items = strip.getByRole('listitem');
  await test.step('the unresponsive flow is on the list of flows with matches', async () => {
    // UDP 1 has matched its own packets in the queue more often than any other flow.
    await expect(strip.getByText('UDP 1', { exact: true })).toBeVisible();
    await expect(items.first()).toHaveText(/^Offenders: UDP 1, n \d+$/);
    const before = Number((await items.first().textContent())?.match(/\d+$/)?.[0]);
    expect(before).toBeGreaterThan(1);
    // Focusing a number shows its meaning.
    await strip.getByRole('button', { name: 'Offenders' }).focus();
    await expect(page.getByRole('tooltip')).toContainText('Matches of the flow', { ignoreCase: true });
    await page.keyboard.press('Escape');
  });

  await test.step('a discipline without a list of flows shows dials', async () => {
    await lab.switchTo('CHOKeD');
    await expect(remembered(lab, 'CHOKeD').getByRole('listitem')).toHaveText([
      /^drawing factor, rear: \d+\spackets?, on a scale from 0 to/,
      /^drawing factor, front: /,
    ]);
    await expect(page.getByRole('button', { name: 'colour by label' })).toHaveCount(0);
  });

  await test.step('a rate that the edge router writes into a packet is shown, and colours the packet', async () => {
    await lab.switchTo('CSFQ');
    await expect.poll(() => lab.now_s()).toBe(3);
    await lab.stage.getByRole('application').focus();
    await expect(lab.stage.getByText(/, label [\d.]+\s[kM]b\/s/)).toBeAttached();
    const byLabel = page.getByRole('button', { name: 'colour by label' });
    await byLabel.click();
    await expect(byLabel).toHaveAttribute('aria-pressed', 'true');
    await expect(lab.stage.getByRole('listitem').filter({ has: byLabel })).toContainText(/[\d.]+\s[kM]b\/s$/);
    // DropTail has neither labels nor stored state, so the page shows no choice of colours and no list of state.
    await lab.switchTo('DropTail');
    await expect(byLabel).toHaveCount(0);
    await expect(lab.stage.getByRole('region', { name: /remembers$/ })).toHaveCount(0);
  });

  await test.step('the list shows the state at the displayed time, and is empty at the start', async () => {
    await lab.switchTo('xCHOKe');
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect(items).toHaveText(['Offenders: none']);
  });
  lab.staysQuiet();
});

test('a reconstruction is marked as such, with its certain part, and can be read by keyboard', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(1, { discipline: 'choke-apf' });
  const badge = lab.stage.getByRole('button', { name: 'reconstruction' });
  await page.evaluate(() => document.getElementById('stage')?.focus());
  for (let press = 0; press < 5 && !(await badge.evaluate((node) => node === document.activeElement)); press += 1)
    await page.keyboard.press('Tab');
  await expect(badge).toBeFocused();
  await expect(badge).toHaveAccessibleDescription(/our guess/i);
  const note = page.getByRole('tooltip');
  await expect(note).toContainText(/our guess/i);
  await hasNoViolations(page, '.stage');
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();

  await lab.switchTo('CHOKeD');
  await expect(badge).toHaveCount(0);
  lab.staysQuiet();
});

test('on a phone the stored state is one line that unfolds', { tag: '@phone' }, async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3, { discipline: 'xchoke' });
  const line = lab.stage.locator('summary');
  await expect(line).toHaveText(/^Offenders: UDP 1\s\(\d+\), /);
  await line.tap();
  await expect(lab.stage.getByText('UDP 1', { exact: true })).toBeVisible();
  await hasNoViolations(page, '.stage');
  lab.staysQuiet();
});

function remembered(lab: Lab, discipline: string): Locator {
  return lab.stage.getByRole('region', { name: `What ${discipline} remembers` });
}
