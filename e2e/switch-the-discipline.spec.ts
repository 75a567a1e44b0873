import { Lab } from './support/lab';
import { test } from './support/test';

test('each of the five disciplines can replace another in the same run', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  for (const discipline of ['DropTail', 'RED', 'CHOKe', 'gCHOKe', 'CHOKeD']) {
    const before_s = await lab.now_s();
    await lab.switchTo(discipline);
    // The new discipline catches up with the current simulated time and continues.
    await lab.reaches(before_s);
    await lab.moves();
  }
  lab.staysQuiet();
});
