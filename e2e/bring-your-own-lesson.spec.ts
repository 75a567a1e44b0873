import { deflateRawSync } from 'node:zlib';
import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { packed } from './support/link';
import { COMPUTED, expect, type Page, test } from './support/test';

/** A valid lesson with short runs, so that its trials and computations take seconds. */
const SOUND = `---
title: Who gets the link?
document: first lessons
minutes: 5
level: first
learned:
  - What CHOKe does to the flow that sends most
---

Before the first step.

## Look at the queue

\`\`\`scene
preset: first-choke
set:
  - duration_s = 6
at: 2
\`\`\`

## Predict

\`\`\`predict share
question: What share of the link does UDP get under CHOKe?
measure: udp_utilization of choke
from: 0
to: 1
seeds: 3
\`\`\`

## Compare

\`\`\`reveal share
\`\`\`

## Try it

\`\`\`do less
task: Let UDP through less often.
condition:
  - udp_throughput_bps of choke < 200000
seeds: 2
solution:
  - flows.0.rate_bps = 100000
\`\`\`
`;
const DAMAGED = SOUND.replace('first-choke', 'first-chok');
const PRESET_LINE = lineOf('preset:');

test('a dropped lesson file is refused with a line number, corrected, tried, shared, loaded again and printed', async ({
  page,
  browser,
}) => {
  const lab = new Lab(page);
  const list = page.getByRole('dialog', { name: 'Lessons' });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await lab.openAt(3);
  const before = page.url();

  // A lesson file with an error runs nothing and leaves the scene unchanged.
  await drop(page, 'mine.md', DAMAGED);
  await expect(list.getByRole('alert')).toContainText('mine.md cannot be shown');
  await expect(list.getByRole('alert')).toContainText(
    `line ${PRESET_LINE}: “first-chok” is not a preset; the nearest is first-choke`,
  );
  await expect(lesson).toHaveCount(0);
  expect(await lab.now_s()).toBe(3);
  expect(page.url()).toBe(before);
  await hasNoViolations(page, '.lessons');

  // The user corrects the lesson in the page's editor.
  const text = list.getByRole('textbox', { name: 'Text of the lesson' });
  await list.getByRole('button', { name: `line ${PRESET_LINE}` }).click();
  await expect(text).toBeFocused();
  expect(await selected(page)).toBe('preset: first-chok');
  await page.keyboard.type('preset: first-choke');
  await list.getByRole('button', { name: 'Show it' }).first().click();
  await expect(list).toBeHidden();
  await expect(lesson).toContainText('Before the first step.');
  await expect(page).toHaveURL(/#lesson\.1\.~[\w-]+$/);
  await expect(page.getByText('every question has an answer and every task can be solved')).toBeVisible(COMPUTED);

  // The URL names the lesson's step, so the browser's Back and Forward move between steps.
  await lesson.getByRole('button', { name: 'Begin' }).click();
  await lesson.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/2$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/1$/);
  await expect(lesson.getByRole('heading', { name: 'Look at the queue' })).toBeVisible();
  await page.goForward();
  await expect(lesson.getByRole('heading', { name: 'Predict' })).toBeVisible();
  await lab.reload();
  await expect(lesson.getByRole('heading', { name: 'Predict' })).toBeVisible();

  // The link alone opens the same lesson at the same step for another user.
  await lesson.getByRole('button', { name: /^Share, save, print/ }).click();
  const link = await list.getByRole('textbox', { name: 'Link to the lesson at this step' }).inputValue();
  const there = await lab.elsewhere(browser);
  await there.open(link);
  await expect(there.page.getByRole('heading', { name: 'Predict' })).toBeVisible();
  there.staysQuiet();

  // The engine computes the answers on the printed sheet when the sheet is made.
  await list.getByRole('button', { name: 'Printable sheet' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Printable sheet' });
  await expect(sheet.getByText('Mark your prediction on the scale')).toBeVisible();
  await expect(sheet.getByText(/seeds 1 to 3/)).toHaveCount(0);
  await sheet.getByText('Teacher, with answers').click();
  await sheet.getByRole('button', { name: 'Compute the answers' }).click();
  await expect(sheet.getByText(/UDP share of the link under CHOKe: 0\.\d+ ± 0\.\d+ \(seeds 1 to 3\)/)).toBeVisible(
    COMPUTED,
  );
  await expect(sheet.getByText(/It solves the task/)).toBeVisible();
  await hasNoViolations(page, '.sheet-page');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByText('What you learn')).toBeVisible();
  await expect(lab.stage).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  lab.staysQuiet();
});

test('a damaged address of a lesson shows the cause and opens the first scene', async ({ page }) => {
  const whole = `lesson.1.~${packed(SOUND)}`;
  const bomb = `lesson.1.~${deflateRawSync(Buffer.alloc(3_000_000)).toString('base64url')}`;
  const cases: readonly (readonly [fragment: string, words: string])[] = [
    [`${whole}/9`, 'has 4 steps, so there is no step 9'],
    [whole.slice(0, -9), 'a part of it is missing'],
    [bomb, 'longer than a lesson may be'],
    ['lesson.1.no-such-lesson/2', 'There is no lesson “no-such-lesson” here'],
    ['lesson.7.x', 'a newer version of this page'],
    ['lesson.1.@aa-bb-cc/1', 'Open its file instead'],
    [`lesson.1.~${packed(DAMAGED)}`, `line ${PRESET_LINE} “first-chok” is not a preset`],
  ];
  const lab = new Lab(page);
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  // Only the first link loads the page; the others are opened in the loaded page. Both paths run the same code.
  for (const [fragment, words] of cases) {
    await lab.open(`./#${fragment}`);
    await expect(lab.alert).toContainText('This lesson could not be opened');
    await expect(lab.alert).toContainText(words);
    await expect(lesson).toHaveCount(0);
    await lab.alert.getByRole('button', { name: 'Dismiss' }).click();
    await expect(lab.alert).toBeHidden();
  }

  await test.step('a task is marked if its own solution does not pass its conditions', async () => {
    await paste(page, SOUND.replace('flows.0.rate_bps = 100000', 'flows.0.rate_bps = 3000000'));
    // The lesson appears once an engine has parsed its text.
    await expect(lesson).toBeVisible(COMPUTED);
    const checks = page.getByRole('region', { name: 'Check of your lesson' });
    await expect(checks.getByRole('alert')).toContainText(
      `line ${lineOf('```do')}: the solution does not solve the task`,
      COMPUTED,
    );
  });
  lab.staysQuiet();
});

/** The number of the line that begins with `start`, counted from 1. */
function lineOf(start: string): number {
  return SOUND.split('\n').findIndex((line) => line.startsWith(start)) + 1;
}

async function drop(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName, { type: 'text/markdown' }));
      return data;
    },
    [name, text] as const,
  );
  // The page listens for dropped files only after its first frames, so the drop is repeated until the page reacts.
  await expect(async () => {
    await page.dispatchEvent('body', 'dragover', { dataTransfer: files });
    await expect(page.locator('html')).toHaveAttribute('data-dropping', '', { timeout: 500 });
  }).toPass();
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
}

async function paste(page: Page, text: string): Promise<void> {
  const data = await page.evaluateHandle((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    return clipboardData;
  }, text);
  const isTaken = () =>
    page.evaluate((clipboardData) => {
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      return !document.body.dispatchEvent(event);
    }, data);
  await expect.poll(isTaken).toBe(true);
}

function selected(page: Page): Promise<string> {
  return page.evaluate(() => {
    const field = document.activeElement as HTMLTextAreaElement;
    return field.value.slice(field.selectionStart, field.selectionEnd);
  });
}
