import { Lab } from './support/lab';
import { expect, firstVisit as test } from './support/test';

test('the page reports that every new engine crashes, and can restart the same scene', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.switchTo('RED');
  await lab.moves();
  // Each engine crashes as soon as it runs. After a few crashes the page stops replacing engines.
  let isDeadly = true;
  page.on('worker', (worker) => {
    if (isDeadly) void worker.evaluate(die).catch(() => undefined);
  });
  await page.workers()[0]?.evaluate(die);
  await lab.run(2);
  await expect(lab.alert).toContainText(/The engine stopped: .*out of memory/);
  const stopped_s = await lab.now_s();
  await lab.run(0.3);
  expect(await lab.now_s()).toBe(stopped_s);

  isDeadly = false;
  await lab.alert.getByRole('button', { name: 'Restart the scene' }).click();
  await expect(lab.alert).toBeHidden();
  await lab.moves();
  expect(await lab.disciplineOnStage()).toBe('RED');
});

test('the page reports an engine that cannot be loaded, and can try again', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText(/The engine stopped/);
  await page.unroute('**/*.wasm');
  await page.getByRole('button', { name: 'Restart the scene' }).click();
  await new Lab(page).moves();
});

test('the page reports a browser without WebAssembly', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'WebAssembly');
  });
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText(/This browser cannot run Chokepoint/);
});

function die(): void {
  setTimeout(() => {
    throw new Error('out of memory');
  });
}
