/** The page as a user sees it: its visible parts and actions, found by accessible name rather than by markup. */

import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { hasClock, moveByHand, restClock, runClock } from './clock';
import { linkOf } from './link';

/**
 * The errors and dialogs of the page. Most failures of the page show only here, so each test ends with a check that
 * there are no errors and no dialogs.
 */
export interface Grumbles {
  readonly errors: string[];
  readonly dialogs: string[];
}

/**
 * Intervals at which a test reads the page's clock [ms]. Playwright's own intervals grow to a second, which slows a
 * test.
 */
const LOOKS = { intervals: [50, 100] };
/** The number of polls without progress after which the run counts as stopped. */
const MOST_IN_VAIN = 30;

/** A scene to open: a discipline id, and settings by path. */
export interface Opening {
  readonly discipline?: string;
  readonly changes?: readonly (readonly [path: string, value: number | string])[];
  readonly workspace?: string;
}

/** A link to Model 1 in the lab, playing at the pace of packets on the wire. Most tests use it. */
const MODEL_1 = `./#${linkOf(['choked-model1', [], { workspace: 'lab' }])}`;

export class Lab {
  readonly grumbles: Grumbles = { errors: [], dialogs: [] };

  constructor(readonly page: Page) {
    page.on('pageerror', (error) => this.grumbles.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.grumbles.errors.push(message.text());
    });
    page.on('dialog', (dialog) => {
      this.grumbles.dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  }

  /** Opens a link, by default Model 1 from its start, and waits until a scene is on the stage. */
  async open(link = MODEL_1): Promise<void> {
    await this.page.goto(link);
    await this.clock.waitFor();
    // The fonts load after the scene opens, and their letter widths move the buttons.
    await this.page.waitForFunction(() =>
      [...document.fonts].some(({ status }) => status === 'loaded' || status === 'error'),
    );
    await this.page.evaluate(() => document.fonts.ready);
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.now_s();
  }

  /** Opens Model 1 in the lab with `changes` of its settings, paused at a simulated time. */
  async openAt(
    time_s: number,
    { discipline = 'choked', changes = [], workspace = 'lab' }: Opening = {},
  ): Promise<void> {
    const lane = ['lanes.0.aqm', discipline];
    await this.open(`./#${linkOf(['choked-model1', [lane, ...changes], { at_s: time_s, workspace }])}`);
    await this.run(0);
    // The clock must show exactly the requested time, although no event of the run happens at this time.
    await expect.poll(() => this.now_s(), LOOKS).toBe(time_s);
  }

  get clock(): Locator {
    return this.page.getByRole('timer', { name: 'Simulated time' });
  }

  get stage(): Locator {
    return this.page.getByRole('region', { name: 'Queue', exact: true });
  }

  get queue(): Locator {
    return this.page.getByRole('application', { name: /^The queue of/ });
  }

  get alert(): Locator {
    return this.page.getByRole('alert');
  }

  /** The number and the time of the packet that the last decision was about. */
  get packet(): Locator {
    return this.page.getByRole('region', { name: 'What the algorithm just did' }).getByText(/packet \d+ of/);
  }

  /** The sentence that describes the last decision. */
  get sentence(): Locator {
    return this.page
      .getByRole('region', { name: 'What the algorithm just did' })
      .getByText(/^A packet of .+ arrived.+\.$/);
  }

  plot(name: string): Locator {
    return this.page.getByRole('figure', { name: new RegExp(`^${name}`) });
  }

  /** A plot as assistive technology presents it: a slider along the time axis or along the flows. */
  plotCursor(name: string): Locator {
    return this.page.getByRole('slider', { name: new RegExp(`^${name}: choose`) });
  }

  async now_s(): Promise<number> {
    // The clock is read far more often than anything else. Playwright searches for an accessible name in the whole page,
    // which takes long, so this happens only if the clock is not there or is empty, as before the first frame.
    const text = await this.page.evaluate(() => document.querySelector('[role="timer"]')?.textContent ?? '');
    if (/\d/.test(text)) return Number.parseFloat(text);
    await this.clock.filter({ hasText: /\d/ }).waitFor();
    return Number.parseFloat((await this.clock.textContent()) ?? '');
  }

  async disciplineOnStage(): Promise<string> {
    return (await this.stage.getByRole('heading', { level: 2 }).textContent()) ?? '';
  }

  /** Every number of every flow, read from the plot's table. */
  async flowTable(): Promise<string[]> {
    await this.asTable('Throughput per flow');
    const table = this.page.getByRole('region', { name: 'Throughput per flow: numbers' });
    await expect(table).toBeVisible();
    const rows = await table.getByRole('row').allInnerTexts();
    await this.asTable('Throughput per flow', false);
    return rows;
  }

  /** Shows a plot with its table, or only its picture. */
  async asTable(plot: string, isTable = true): Promise<void> {
    await this.page.getByRole('button', { name: `More: ${plot}`, exact: true }).click();
    const menu = this.page.getByRole('dialog', { name: `More: ${plot}` });
    await menu.getByRole('checkbox', { name: 'As a table' }).setChecked(isTable);
    await this.page.keyboard.press('Escape');
  }

  async play(): Promise<void> {
    await this.page.getByRole('button', { name: 'Play', exact: true }).click();
  }

  /** Plays for `time_s` seconds of wall-clock time. */
  async run(time_s: number): Promise<void> {
    await runClock(this.page, time_s);
  }

  /** Pauses the run, and waits for the engine's response to the last request. */
  async pause(): Promise<void> {
    await this.page.getByRole('button', { name: 'Pause', exact: true }).click();
    await this.comesToRest();
  }

  /**
   * Steps to the next decision. A decision with a match takes two steps: the first stops before the packet is removed.
   */
  async step(): Promise<void> {
    const button = this.page.getByRole('button', { name: /^(Step one decision|Next decision|Next: .*)$/ });
    const wasHeld = await this.isHeld();
    const before = (await this.packet.count()) > 0 ? await this.packet.textContent() : '';
    await button.click();
    if (wasHeld) return;
    await expect(this.packet).not.toHaveText(before ?? '');
    if (await this.isHeld()) await button.click();
  }

  /** True if the last step stopped after a match, before any packet is removed. */
  isHeld(): Promise<boolean> {
    return this.page.getByText('Match found').isVisible();
  }

  /** Steps back by keyboard to the previous decision. This takes two steps if the run is stopped at a match. */
  async stepBackByKey(): Promise<void> {
    const before = (await this.packet.textContent()) ?? '';
    const isElsewhere = async (): Promise<boolean> => (await this.packet.textContent()) !== before;
    await this.page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await isElsewhere()) || (await this.isHeld()), LOOKS).toBe(true);
    if (!(await isElsewhere())) await this.page.keyboard.press('ArrowLeft');
    await expect(this.packet).not.toHaveText(before);
  }

  async switchTo(discipline: string): Promise<void> {
    const segment = this.page.getByRole('group', { name: 'Queue discipline' }).getByText(discipline, { exact: true });
    if ((await segment.count()) > 0) await segment.click();
    else {
      const list = this.page.getByRole('combobox', { name: 'Queue discipline' });
      const entry = list.locator('option', { hasText: new RegExp(`^${discipline} \\(`) });
      await list.selectOption((await entry.getAttribute('value')) ?? '');
    }
    await expect(this.stage.getByRole('heading', { level: 2 })).toHaveText(discipline);
  }

  /** Opens a workspace by its name in the header. */
  async goTo(workspace: 'Watch' | 'Lab' | 'Paper' | 'Explore' | 'Write' | 'Learn' | 'Theory'): Promise<void> {
    if (workspace === 'Theory') {
      await this.goTo('Paper');
      return this.page.getByRole('group', { name: 'Part of the workspace' }).getByText(workspace).click();
    }
    const list = this.page.getByRole('combobox', { name: 'Workspace' });
    if ((await list.count()) > 0) await list.selectOption({ label: workspace });
    else await this.page.getByRole('navigation', { name: 'Workspaces' }).getByText(workspace, { exact: true }).click();
  }

  openPaper(): Promise<void> {
    return this.goTo('Paper');
  }

  /** Opens the list of events, which is a single line while closed. */
  async openEvents(): Promise<void> {
    await this.page.getByRole('button', { name: 'Events', expanded: false }).click();
  }

  /** Chooses an entry of the menu. */
  async choose(entry: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Menu' }).click();
    await this.page.getByRole('region', { name: 'Menu' }).getByRole('button', { name: entry }).click();
  }

  async chooseTheme(theme: 'Dark' | 'Light'): Promise<void> {
    await this.page.getByRole('button', { name: 'Menu' }).click();
    await this.page.getByRole('group', { name: 'Theme' }).getByTitle(`${theme} theme`).click();
    await this.page.keyboard.press('Escape');
    await expect(this.page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
  }

  /** Plays until the run reaches `time_s`. */
  async reaches(time_s: number): Promise<void> {
    if (await hasClock(this.page)) await this.playsUntil((now_s) => now_s >= time_s);
    await expect.poll(() => this.now_s(), LOOKS).toBeGreaterThanOrEqual(time_s);
  }

  /** Waits until no engine has a pending request and the page shows the complete last response. */
  async comesToRest(): Promise<void> {
    await restClock(this.page);
  }

  /** Waits until the clock moves. */
  async moves(): Promise<void> {
    const before = await this.now_s();
    if (await hasClock(this.page)) await this.playsUntil((now_s) => now_s > before);
    await expect.poll(() => this.now_s(), LOOKS).toBeGreaterThan(before);
  }

  /** Advances the clock as long as the run makes progress. */
  private async playsUntil(isThere: (now_s: number) => boolean): Promise<void> {
    let now_s = await this.now_s();
    for (let inVain = 0; !isThere(now_s) && inVain < MOST_IN_VAIN; inVain += 1) {
      const before_s = now_s;
      await this.run(0.2);
      now_s = await this.now_s();
      if (now_s > before_s) inVain = 0;
    }
  }

  /** Reads the link from the share dialog and closes the dialog. */
  async link(): Promise<string> {
    await this.page.getByRole('button', { name: 'Share' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Send this exact scene' });
    const field = dialog.getByRole('textbox', { name: 'Link' });
    await expect(field).toHaveValue(/#2\./);
    const link = await field.inputValue();
    await this.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    return link;
  }

  /** Opens a window of the same size in a browser context with empty storage. */
  async elsewhere(browser: Browser): Promise<Lab> {
    const context = await browser.newContext({ viewport: this.page.viewportSize() });
    await moveByHand(context);
    return new Lab(await context.newPage());
  }

  /** Checks that the console shows no error. */
  staysQuiet(): void {
    expect(this.grumbles).toEqual({ errors: [], dialogs: [] });
  }
}
