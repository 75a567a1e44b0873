import { expect, test } from '@playwright/test';
import { Lab } from './support/lab';

test('each of the five disciplines can be put in charge of the same run', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.reaches(2);
  for (const discipline of ['DropTail', 'RED', 'CHOKe', 'gCHOKe', 'CHOKeD']) {
    const before_s = await lab.now_s();
    await lab.switchTo(discipline);
    // It catches up to the present moment and goes on as before.
    await lab.reaches(before_s);
    await lab.moves();
  }
  lab.staysQuiet();
});

test('CHOKeD keeps the UDP flow under its fair share, which drop-tail gives the link to', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  const udpShare = async (): Promise<number> => {
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.getByRole('slider', { name: 'Speed' }).fill('13');
    await lab.reaches(60);
    const rows = await lab.flowTable();
    return Number.parseFloat(rows[1]?.split('\t')[3] ?? '');
  };
  await lab.switchTo('DropTail');
  const dropTail = await udpShare();
  await lab.switchTo('CHOKeD');
  const choked = await udpShare();
  expect(dropTail).toBeGreaterThan(0.8);
  expect(choked).toBeLessThan(0.05);
});
