import { Lab } from './support/lab';
import { expect, type Locator, type Page, test } from './support/test';

/** The page column that explains a decision. */
class Why {
  constructor(readonly page: Page) {}

  get lens(): Locator {
    return this.page.getByRole('region', { name: 'What the algorithm just did' });
  }

  get facts(): Locator {
    return this.lens.getByRole('list', { name: 'Reason' }).getByRole('listitem');
  }

  /** The pseudo-code, in which the executed lines are marked. */
  get code(): Locator {
    return this.page.getByRole('region', { name: /^Pseudo-code of/ });
  }

  async showListing(): Promise<void> {
    await this.page.getByRole('button', { name: 'All details' }).click();
  }

  get events(): Locator {
    return this.page.getByRole('listbox', { name: /^Events of/ });
  }

  rows(text?: RegExp): Locator {
    const rows = this.events.getByRole('option');
    return text === undefined ? rows : rows.filter({ hasText: text });
  }

  get present(): Locator {
    return this.events.getByRole('option', { selected: true });
  }

  async reasonsListed(reason: string): Promise<void> {
    const list = this.page.getByRole('combobox', { name: 'Filter by reason' });
    const entry = list.locator('option', { hasText: reason });
    await list.selectOption((await entry.getAttribute('value')) ?? '');
  }
}

/** The time in `row`, for example "2.696". */
async function timeOf(row: Locator): Promise<string> {
  return /\d+\.\d{3}/.exec(await row.innerText())?.[0] ?? '';
}

/** The time in `row` of the event list, read only after the list is complete. */
async function timeAtRest(lab: Lab, row: Locator): Promise<string> {
  await expect(row).toBeVisible();
  await lab.comesToRest();
  return timeOf(row);
}

test('a drop in the list leads to the time of the drop, and the panel explains it', async ({ page }) => {
  const lab = new Lab(page);
  const why = new Why(page);
  await lab.openAt(3);
  await lab.openEvents();

  // The list fills only after it has been opened, so it may not show this row yet.
  const row = why.rows(/UDP flow 1 matched at position \d+: both dropped/).nth(2);
  const time = await timeAtRest(lab, row);
  const place = /at position (\d+)/.exec(await row.innerText())?.[1];
  await row.click();

  await expect(lab.clock).toContainText(time);
  await expect(lab.packet).toContainText(time);
  await expect(why.present).toContainText(time);
  await expect(why.present).toContainText('both dropped');
  await expect(why.lens.getByText('Dropped: matched, arriving')).toBeVisible();
  await expect(lab.sentence).toContainText(`the one at position ${place} is from the same flow, so both were dropped.`);
  // The reason lists the tests, the draws and the result.
  await expect(why.facts.first()).toHaveText(
    /^avg\s[\d.]+ is at least minth\s40 and below maxth\s80, so packets are drawn$/,
  );
  await expect(why.facts.filter({ hasText: 'drawn from the rear' })).toContainText(`${place}UDP 1 ✕`);
  await expect(why.facts.last()).toHaveText('so both are dropped');
  // The stage shows the queue at the chosen time.
  await expect(lab.queue).toBeVisible();

  await test.step('a value of the pseudo-code is explained on hover and on keyboard focus', async () => {
    await why.showListing();
    const code = why.code;
    const values = code.getByRole('button', { name: /^[\d.]+$/ });
    await values.first().hover();
    await expect(code.getByText(/^avg \[packets\]: average queue/)).toBeVisible();
    await values.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(values.nth(1)).toBeFocused();
    await expect(values.nth(1)).toHaveAccessibleDescription(/\[packets\]: packets waiting/);
  });
  lab.staysQuiet();
});

/** Counts the fully visible pseudo-code lines. Returns the count and the position of the deciding line among them. */
function linesSeen(why: Why): Promise<{ readonly whole: number; readonly decided: number }> {
  return why.code.evaluate((code) => {
    const isSeen = (line: Element): boolean => {
      const { left, top, bottom } = line.getBoundingClientRect();
      const isAt = (y: number): boolean => document.elementFromPoint(left + 1, y)?.closest('li') === line;
      return isAt(top + 1) && isAt(bottom - 1);
    };
    const seen = [...code.querySelectorAll('li')].filter(isSeen);
    const isDecided = (line: Element): boolean => getComputedStyle(line).backgroundColor !== 'rgba(0, 0, 0, 0)';
    const didRun = (line: Element): boolean => line.textContent?.startsWith('Ran: ') ?? false;
    // A step can stop after a match, before the packet is removed. No line has decided yet, so the last executed line
    // counts as the deciding line.
    const lines = [...code.querySelectorAll('li')];
    const last = lines.findLast(isDecided) ?? lines.findLast(didRun);
    return { whole: seen.length, decided: last === undefined ? -1 : seen.indexOf(last as HTMLLIElement) };
  });
}

test('on a screen of any size the pseudo-code shows whole lines, including the line that decided', async ({ page }) => {
  const lab = new Lab(page);
  const why = new Why(page);
  await lab.openAt(3);
  await lab.openEvents();
  await why.showListing();
  // On short screens the event list shrinks before the explanation and the pseudo-code do.
  for (const [width, height, least, events] of [
    [1440, 900, 6, 4],
    [1280, 720, 3, 1],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (let step = 0; step < 4; step += 1) {
      await lab.step();
      await expect.poll(async () => (await linesSeen(why)).whole).toBeGreaterThanOrEqual(least);
      expect((await linesSeen(why)).decided).toBeGreaterThan(0);
    }
    expect(await why.rows().count()).toBeGreaterThanOrEqual(events);
  }
  lab.staysQuiet();
});

test('while the run plays at 1×, no part of the page moves to another position', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3);
  await lab.play();
  await lab.reaches(3.5);
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    type Shift = PerformanceEntry & { readonly sources: readonly { readonly node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node } of sources) moved.push(node?.parentElement?.textContent?.slice(0, 60) ?? 'something');
    }).observe({ type: 'layout-shift' });
  });
  // About 700 decisions follow. If the explanation's height changed, the layout would shift several times a second.
  await lab.reaches(6.5);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  lab.staysQuiet();
});

test('the list contains a requested reason even if it is rare, and goes far back in time', async ({ page }) => {
  const lab = new Lab(page);
  const why = new Why(page);
  await lab.openAt(4);
  await lab.openEvents();
  await why.reasonsListed('early drop');
  await expect(why.rows(/early drop/).first()).toBeVisible();
  await expect(why.rows(/matched/)).toHaveCount(0);

  await why.reasonsListed('All reasons');
  await expect(why.rows(/matched/).first()).toBeVisible();
  // The list has thousands of rows, but only a few dozen are in the DOM.
  await expect
    .poll(async () => {
      await why.events.evaluate((list) => {
        list.scrollTop = list.scrollHeight;
      });
      return Number(await why.rows().first().getAttribute('aria-setsize'));
    })
    .toBeGreaterThan(500);
  expect(await why.rows().count()).toBeLessThan(60);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(why.present).toBeVisible();

  await page.getByRole('combobox', { name: 'Filter by flow' }).selectOption({ label: 'All TCP' });
  await expect(why.rows(/UDP/)).toHaveCount(0);
  await expect(why.rows(/TCP/).first()).toBeVisible();

  await test.step('keys alone lead into the list, to an earlier drop, and from there to its neighbours', async () => {
    await lab.comesToRest();
    await why.events.focus();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const id = await why.events.getAttribute('aria-activedescendant');
    const pointed = page.locator(`[id="${id}"]`);
    const time = await timeOf(pointed);
    await page.keyboard.press('Enter');
    await expect(lab.clock).toContainText(time);
    await expect(why.present).toContainText(time);
    await expect(why.lens.getByText(/^Dropped: /)).toBeVisible();
  });
  lab.staysQuiet();
});

test('while the run plays, the list shows the newest events until the user scrolls back', async ({ page }) => {
  const lab = new Lab(page);
  const why = new Why(page);
  await lab.openAt(2);
  await lab.openEvents();
  await lab.play();
  const first = await timeOf(why.present);
  await lab.run(0.5);
  await expect.poll(() => timeOf(why.present)).not.toBe(first);
  await why.events.hover();
  await page.mouse.wheel(0, 600);
  await expect(page.getByRole('button', { name: 'Back to now' })).toBeVisible();
  const read = await timeOf(why.rows().nth(12));
  const before_s = await lab.now_s();
  await lab.reaches(before_s + 1);
  await expect(why.rows(new RegExp(read.replace('.', '\\.'))).first()).toBeVisible();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(why.present).toBeVisible();
  lab.staysQuiet();
});

test('on the phone the events are the second tab of the sheet @phone', async ({ page }) => {
  const lab = new Lab(page);
  const why = new Why(page);
  await lab.openAt(2);
  await page.getByRole('button', { name: 'Explain', exact: true }).tap();
  await expect(why.lens).toBeVisible();
  await page.getByRole('tab', { name: 'Events' }).tap();
  await expect(why.lens).toBeHidden();
  const row = why.rows(/dropped/).nth(2);
  const time = await timeAtRest(lab, row);
  await row.tap();
  await expect(lab.clock).toContainText(time);
  await page.getByRole('tab', { name: 'Decision' }).tap();
  await expect(lab.packet).toContainText(time);
  lab.staysQuiet();
});

test('a packet dropped at the exit of the queue has a decision of its own', async ({ page }) => {
  const lab = new Lab(page);
  const why = new Why(page);
  await lab.openAt(4, { discipline: 'codel' });
  await lab.openEvents();

  const row = why.rows(/dropped at positions? [\d, ]+: /).nth(1);
  const time = await timeAtRest(lab, row);
  await row.click();
  await expect(lab.packet).toContainText(`${time} s`);
  await expect(lab.packet).toContainText('at dequeue');
  // One decision at dequeue may drop several packets.
  await expect(why.facts.last()).toContainText(/(packet is|packets are) dropped/);
  await expect(why.lens.getByText(/dropped at dequeue/).first()).toBeAttached();
  // One step back and one step forward return to the same decision.
  const text = await lab.packet.textContent();
  await page.getByRole('button', { name: 'Step back one decision' }).click();
  await expect(lab.packet).not.toHaveText(text ?? '');
  await lab.step();
  await expect(lab.packet).toHaveText(text ?? '');
  lab.staysQuiet();
});
