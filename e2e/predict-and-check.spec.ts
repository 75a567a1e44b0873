import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { packed } from './support/link';
import { COMPUTED, expect, type Page, test } from './support/test';

/** A lesson with one greedy flow under CHOKe and short runs: a number, a choice, a curve and a task. */
const LESSON = `---
title: A short lesson
document: choked
minutes: 1
level: first
learned:
  - To predict before looking.
---

Predict, look, change.

## A number and a choice

\`\`\`scene
preset: first-choke
set:
  - duration_s = 12
at: 2
\`\`\`

\`\`\`predict share
question: What share of the link does UDP get?
measure: udp_utilization of choke
from: 0
to: 1
seeds: 3
\`\`\`

\`\`\`reveal share
\`\`\`

\`\`\`predict half
question: Is it half of the link?
options:
  - Less than half | udp_utilization of choke < 0.5
  - More than half | udp_utilization of choke > 0.5
seeds: 3
\`\`\`

\`\`\`reveal half
\`\`\`

## A curve

\`\`\`predict rates
question: How does the share follow the rate?
measure: udp_utilization of choke
from: 0
to: 1
over: flows.0.rate_bps = 250000, 500000, 1000000, 2000000, 4000000
name: UDP rate
seeds: 3
\`\`\`

\`\`\`reveal rates
\`\`\`

## A task

\`\`\`do slower
task: Bring UDP below its fair share.
condition:
  - udp_throughput_bps of choke < 1 fair share
  - tcp_utilization of choke > 0.5
seeds: 3
settings: flows.0.rate_bps
hint: Who sends little gets little.
solution:
  - flows.0.rate_bps = 50000
\`\`\`
`;

async function openStep(lab: Lab, step: number): Promise<void> {
  await lab.open(`./#lesson.1.~${packed(LESSON)}/${step}`);
  await expect(lesson(lab.page).getByRole('heading', { level: 2 })).toBeVisible();
}

function lesson(page: Page) {
  return page.getByRole('region', { name: 'Lesson', exact: true });
}

test('a number and a choice are predicted, and the predictions are shown beside the results', async ({ page }) => {
  const lab = new Lab(page);
  await openStep(lab, 1);
  const asked = page.getByRole('region', { name: /^Predict What share/ });
  const shown = page.getByRole('region', { name: /^Result What share/ });
  // The result stays hidden until an answer is given.
  await expect(shown.getByText('Answer the question first')).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Give this answer' })).toBeDisabled();
  const slider = asked.getByRole('slider');
  await expect(slider).toHaveAttribute('aria-valuetext', 'not yet answered');
  await slider.focus();
  for (let press = 0; press < 10; press += 1) await slider.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '0.6');
  await asked.getByRole('button', { name: 'Give this answer' }).click();
  await shown.getByRole('button', { name: 'Compare' }).click();
  await expect(shown.getByText(/Too high by/)).toBeVisible(COMPUTED);
  await expect(shown.getByText(/Result: 0\.\d+ ± 0\.\d+; your answer: 0\.6/)).toBeVisible();
  await expect(slider).toBeDisabled();

  const options = page.getByRole('region', { name: /^Predict Is it half/ });
  await options.getByRole('radio', { name: 'Less than half' }).check();
  await options.getByRole('button', { name: 'Give this answer' }).click();
  const option = page.getByRole('region', { name: /^Result Is it half/ });
  await option.getByRole('button', { name: 'Compare' }).click();
  await expect(option.getByText(/Right$/)).toBeVisible(COMPUTED);
  await expect(option.getByRole('listitem').filter({ hasText: 'your answer' })).toContainText('holds');
  await hasNoViolations(page, '[aria-label="Lesson"]');

  await asked.getByRole('button', { name: 'Try again' }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', 'not yet answered');
  await expect(shown.getByText('Answer the question first')).toBeVisible();
  lab.staysQuiet();
});

test('a task is checked, condition by condition, and solved', async ({ page }) => {
  const lab = new Lab(page);
  await openStep(lab, 3);
  const task = page.getByRole('region', { name: /^Do Bring UDP/ });
  await expect(task.getByText('not yet checked')).toHaveCount(2);
  await task.getByRole('button', { name: 'Check' }).click();
  await expect(task.getByText('Over 3 seeds: 1 of 2 conditions hold.')).toBeVisible(COMPUTED);
  await expect(task.getByRole('listitem').filter({ hasText: 'UDP throughput' }).first()).toContainText('does not hold');

  // The link in the task leads to the control for the setting that the task changes.
  await task.getByRole('button', { name: 'UDP rate' }).click();
  const rate = page.getByRole('textbox', { name: /^rate/ }).first();
  await expect(rate).toBeFocused();

  await task.getByText('Show one solution').click();
  await task.getByRole('button', { name: 'Apply to the scene' }).click();
  await expect(task.getByText('The scene has changed since: check again.')).toBeVisible();
  await task.getByRole('button', { name: 'Check' }).click();
  await expect(task.getByText('Over 3 seeds: solved.')).toBeVisible(COMPUTED);
  await expect(task.getByText('✓ solved')).toBeVisible();
  await hasNoViolations(page, '[aria-label="Lesson"]');
  lab.staysQuiet();
});

test('a curve is drawn with a finger', { tag: '@phone' }, async ({ page }) => {
  const lab = new Lab(page);
  await openStep(lab, 2);
  const asked = page.getByRole('region', { name: /^Predict How does/ });
  const points = asked.getByRole('slider');
  await expect(points).toHaveCount(5);
  const picture = asked.getByRole('group', { name: /How does the share/ });
  await picture.scrollIntoViewIfNeeded();
  // The text above the plot may still change its height, which moves the plot away from the stroke. The stroke is then
  // repeated.
  await expect(async () => {
    const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await stroke(page, [
      [x + width * 0.1, y + height * 0.7],
      [x + width * 0.5, y + height * 0.2],
      [x + width * 0.98, y + height * 0.5],
    ]);
    for (const point of await points.all()) {
      await expect(point).not.toHaveAttribute('aria-valuetext', 'not yet drawn', { timeout: 1000 });
    }
  }).toPass();
  // A key moves one point of the curve.
  const last = points.last();
  const before = Number(await last.getAttribute('aria-valuenow'));
  await last.focus();
  await last.press('ArrowDown');
  expect(Number(await last.getAttribute('aria-valuenow'))).toBeCloseTo(before - 0.01, 6);
  await asked.getByRole('button', { name: 'Give this answer' }).tap();
  const shown = page.getByRole('region', { name: /^Result How does/ });
  await shown.getByRole('button', { name: 'Compare' }).tap();
  await expect(shown.getByText(/On average your curve is/)).toBeVisible(COMPUTED);
  await shown.getByRole('button', { name: /as a table/ }).tap();
  await expect(shown.getByRole('row')).toHaveCount(6);
  await hasNoViolations(page, '[aria-label="Lesson"]');
  lab.staysQuiet();
});

/** Draws one finger stroke through the points `places`. */
async function stroke(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const [first, ...others] = places.map(([x, y]) => ({ x, y }));
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  if (first === undefined) return;
  await touch('touchStart', [first]);
  for (const place of others) await touch('touchMove', [place]);
  await touch('touchEnd', []);
  await browser.detach();
}
