import { Lab } from './support/lab';
import { expect, type Page, test } from './support/test';

test('play, pause, step, speed and restart have keys', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  await page.keyboard.press('Space');
  await lab.comesToRest();
  const before = (await lab.packet.textContent()) ?? '';
  await page.keyboard.press('ArrowRight');
  await expect(lab.packet).not.toHaveText(before);

  const speed = page.getByRole('slider', { name: 'Speed' });
  await page.keyboard.press('ArrowUp');
  await expect(speed).toHaveValue('9');
  await page.keyboard.press('ArrowDown');
  await expect(speed).toHaveValue('8');
  await page.keyboard.press('Home');
  await expect.poll(() => lab.now_s()).toBe(0);
  await page.keyboard.press('Space');
  await lab.moves();
  lab.staysQuiet();
});

test('Tab reaches every control, shows the focus, and never stays in one part of the page', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(1);
  // The panels appear after the stage.
  for (const name of ['Throughput by class', 'Throughput per flow']) await expect(lab.plotCursor(name)).toBeVisible();
  const seen: string[] = [];
  const unmarked: string[] = [];
  for (let count = 0; count < 150; count += 1) {
    await page.keyboard.press('Tab');
    const place = await focused(page);
    if (place === undefined) break;
    seen.push(place.name);
    if (!place.isMarked) unmarked.push(place.name);
  }
  expect(seen.length).toBeLessThan(150);
  for (const name of [
    /Skip to the queue/,
    /Model 1/,
    /Share/,
    /The queue of/,
    /Throughput by class: choose/,
    /Throughput per flow: choose/,
    /Play/,
    /Step one decision/,
    /Speed/,
  ])
    expect(
      seen.some((candidate) => name.test(candidate)),
      `${name} in ${seen.join(' | ')}`,
    ).toBe(true);
  expect(unmarked).toEqual([]);
});

test('arrow keys go through plots and the packets of the queue, without stepping the run', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3);
  const now_s = await lab.now_s();
  const cursor = lab.plotCursor('Throughput by class');
  await cursor.focus();
  await page.keyboard.press('Home');
  await expect(cursor).toHaveAttribute('aria-valuetext', /^At 0\.10\ss/);
  for (let count = 0; count < 10; count += 1) await page.keyboard.press('ArrowRight');
  await expect(cursor).toHaveAttribute('aria-valuetext', /^At 1\.00\ss: TCP \d\.\d{3} Mb\/s, UDP \d\.\d{3} Mb\/s/);
  expect(await lab.now_s()).toBe(now_s);

  const flows = lab.plotCursor('Throughput per flow');
  await flows.focus();
  await page.keyboard.press('Home');
  await expect(flows).toHaveAttribute('aria-valuetext', /^UDP flow 1: \d\.\d{3} Mb\/s, \d+\.\d+ times the fair share/);
  await page.keyboard.press('ArrowRight');
  await expect(flows).toHaveAttribute('aria-valuetext', /^TCP flow 2: /);

  await lab.queue.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(lab.stage.getByText(/flow \d+.*packet \d+/s).first()).toBeAttached();
  expect(await lab.now_s()).toBe(now_s);
  await page.keyboard.press('Escape');
  lab.staysQuiet();
});

/**
 * The name of the focused element, and whether its focus is visible. Undefined if nothing in the page has the focus.
 */
async function focused(page: Page): Promise<{ name: string; isMarked: boolean } | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    const name = element.getAttribute('aria-label') ?? label ?? element.textContent ?? '';
    // A visually hidden radio button shows its focus on its label.
    const marked = [element, element.closest('label')].filter((place) => place !== null);
    const isMarked = marked.some((place) => {
      const style = getComputedStyle(place);
      return (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none';
    });
    return { name: name.trim().replace(/\s+/g, ' ') || element.tagName, isMarked };
  });
}
