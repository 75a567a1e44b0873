import { Lab } from './support/lab';
import { expect, test } from './support/test';

test('each of the five disciplines can be put in charge of the same run', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
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
  const udpShare = async (): Promise<number> => {
    const rows = await lab.flowTable();
    return Number.parseFloat(rows[1]?.split('\t')[3] ?? '');
  };
  await lab.openAt(60, { discipline: 'drop-tail' });
  const dropTail = await udpShare();
  await lab.switchTo('CHOKeD');
  // It has caught up.
  await expect.poll(() => lab.now_s()).toBe(60);
  const choked = await udpShare();
  expect(dropTail).toBeGreaterThan(0.8);
  expect(choked).toBeLessThan(0.05);
});
