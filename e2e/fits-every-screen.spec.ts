import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { expect, firstVisit, type Page, test } from './support/test';

/** Window sizes: screens, a frame in another page, and a page zoomed to 200 % and 400 %. */
const SIZES: readonly (readonly [width: number, height: number])[] = [
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [1024, 768],
  [900, 700],
  [844, 390],
  [390, 844],
  [720, 450],
  [640, 400],
  [360, 225],
  [320, 568],
];
const FOUR = ['lanes', ['red', 'choke', 'gchoke', 'choked'].map((aqm) => ({ aqm, params: {} }))];

for (const [lanes, changes] of [
  ['one lane', []],
  ['four lanes', [FOUR]],
] as const) {
  test(`${lanes}: every part can be reached on every screen, and no page scrolls sideways`, async ({ page }) => {
    const lab = new Lab(page);
    await lab.open(scene(changes, { at_s: 3 }));
    await expect(lab.plot('Jain fairness')).toBeVisible();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await isLaidOut(page);
      expect.soft(await faults(page), `${width} × ${height}`).toEqual([]);
    }
    lab.staysQuiet();
  });
}

test('while four lanes play, only the explanation changes its layout, also on a phone that is turned', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open(scene([FOUR], { at_s: 3 }));
  await expect(lab.plot('Jain fairness')).toBeVisible();
  await lab.play();
  await lab.reaches(3.3);
  await page.evaluate(() => {
    const shifted: string[] = [];
    Object.assign(window, { shifted });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as { sources: { node: Node | null }[] }[])
        for (const { node } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          // Shifts inside the explanation do not count: it changes with every packet, and a separate test covers its
          // layout.
          if (element != null && element.closest('[aria-label="Explanation"]') === null)
            shifted.push(element.outerHTML);
        }
    }).observe({ type: 'layout-shift' });
  });
  await lab.reaches(5);
  expect(await page.evaluate(() => (window as unknown as { shifted: string[] }).shifted)).toEqual([]);

  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [568, 320],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await isLaidOut(page);
    await lab.moves();
  }
  // The scene compares lanes by fairness, so each shows its Jain index.
  const jain = lab.stage.getByRole('button', { name: 'Jain', exact: true });
  await expect(jain).toHaveCount(4);
  for (const one of await jain.all()) await expect(one).toBeVisible();
  lab.staysQuiet();
});

test('under forced colours the chosen and the switched-on controls can be recognised', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const lab = new Lab(page);
  await lab.open(scene([], { at_s: 1 }));
  const words = page.getByRole('navigation', { name: 'Workspaces' });
  const ground = (element: Element): string => getComputedStyle(element).backgroundColor;
  const chosen = await words.getByText('Lab').evaluate(ground);
  const other = await words.getByText('Paper').evaluate(ground);
  expect(chosen).not.toBe(other);
  const ecn = page
    .getByRole('switch')
    .or(page.getByRole('checkbox', { name: 'ECN' }))
    .first();
  const off = await ecn.evaluate(ground);
  await ecn.click();
  await expect(ecn).toBeChecked();
  expect(await ecn.evaluate(ground)).not.toBe(off);
  lab.staysQuiet();
});

test('a user who prefers reduced motion starts the scene by hand, and the page says how', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const lab = new Lab(page);
  await lab.open(scene([['seed', 5]], {}));
  const notice = page.getByRole('status').filter({ hasText: 'less motion' });
  await expect(notice).toBeVisible();
  expect(await lab.now_s()).toBe(0);
  await notice.getByRole('button', { name: 'Play' }).click();
  await lab.moves();
  await expect(notice).toBeHidden();
  lab.staysQuiet();
});

test('a scene prints as one page, Paper as its whole table', async ({ page }) => {
  const lab = new Lab(page);
  // Letter paper is the hardest case: it is shorter than A4, and four lanes make the longest page. The nightly run also
  // tests four lanes on A4 and one scene on Letter.
  const prints = [
    [[FOUR], 'Letter'],
    [[], 'A4'],
    ...(process.env.CHOKEPOINT_THOROUGH === undefined ? [] : [[[FOUR], 'A4'] as const, [[], 'Letter'] as const]),
  ] as const;
  for (const [changes, format] of prints) {
    await page.goto('about:blank');
    await lab.open(scene(changes, { at_s: 3 }));
    await expect(lab.plot('Jain fairness')).toBeVisible();
    expect(pagesOf(await page.pdf({ format }))).toBe(1);
  }
  await lab.openPaper();
  await expect(page.getByRole('heading', { name: 'What is claimed' })).toBeVisible();
  expect(pagesOf(await page.pdf({ format: 'A4' }))).toBeGreaterThan(1);
  lab.staysQuiet();
});

firstVisit(
  'without the network a panel says what is missing, and comes with the network',
  async ({ page, context }) => {
    const lab = new Lab(page);
    await lab.open(scene([], { at_s: 1 }));
    await expect(lab.plot('Jain fairness')).toBeVisible();
    await context.setOffline(true);
    await lab.goTo('Theory');
    await expect(page.getByText('The theory could not be loaded')).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText('The catalogue could not be loaded')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the lab' }).click();
    await lab.play();
    await lab.moves();
    await context.setOffline(false);
    await expect(page.getByRole('region', { name: /^Theory|formula/i }).first()).toBeVisible();
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  },
);

function scene(changes: readonly unknown[], view: object): string {
  return `./#${linkOf(['choked-model1', changes, { workspace: 'lab', ...view }])}`;
}

/** Waits until the page's resize observers have run and their effect is on screen. */
function isLaidOut(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let frames = 6;
        const next = (): void => {
          frames -= 1;
          if (frames === 0) resolve();
          else requestAnimationFrame(next);
        };
        next();
      }),
  );
}

/** Lists the parts of the page that do not fit; empty if everything fits. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { innerWidth: width, innerHeight: height } = window;
    const root = document.documentElement;
    for (const part of [root, ...document.querySelectorAll('header, main, aside, section')])
      if (
        part.getClientRects().length > 0 &&
        part.scrollWidth > part.clientWidth + 1 &&
        getComputedStyle(part).overflowX !== 'auto'
      )
        found.push(
          `${part.tagName} ${part.getAttribute('aria-label') ?? ''} is ${part.scrollWidth - part.clientWidth} px too wide`,
        );
    const pageScrolls = root.scrollHeight > height + 1;

    const bars = document.querySelectorAll('header.header, [aria-label="Transport"], .sheet-buttons');
    for (const control of [...bars].flatMap((bar) => [
      ...bar.querySelectorAll('button, select, input[type="range"], label'),
    ])) {
      const { left, right, top, bottom, width: wide, height: high } = control.getBoundingClientRect();
      // Skips visually hidden text for screen readers, and the entries of a closed list.
      if (wide <= 1 || high <= 1) continue;
      const name = control.textContent?.trim() || control.getAttribute('aria-label') || control.tagName;
      if (control instanceof HTMLButtonElement && control.scrollWidth > control.clientWidth + 1)
        found.push(`${name} is cut`);
      if (left < -0.5 || right > width + 0.5) found.push(`${name} lies beside the screen`);
      const y = (top + bottom) / 2;
      if (top < -0.5 || bottom > height + 0.5) {
        if (!pageScrolls) found.push(`${name} lies above or below the screen`);
        continue;
      }
      const there = document.elementFromPoint((left + right) / 2, y);
      if (there === null || !(control.contains(there) || there.contains(control))) found.push(`${name} is covered`);
    }

    const queue = document.querySelector('section.stage, .stage')?.getBoundingClientRect();
    const main = document.querySelector('main')?.getBoundingClientRect();
    if (queue === undefined || main === undefined) return ['there is no stage'];
    // If the page scrolls as a whole, the user can scroll all of the stage into view.
    const seen = pageScrolls
      ? Math.min(queue.height, height)
      : Math.min(queue.bottom, main.bottom, height) - Math.max(queue.top, main.top, 0);
    if (seen < height / 3) found.push(`the stage has ${Math.round(seen)} px of ${height}`);
    return found;
  });
}

/** In the PDF, Chromium writes one object `/Type /Page` for each page. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
