import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { packed } from './support/link';
import { expect, type Page, test } from './support/test';

const TEXT = `---
title: Two steps
document: characters
minutes: 3
level: first
learned:
  - Say what a match is.
---

Here are [UDP](flow:udp), [TCP](flow:tcp), and 1 < 2.

## The rule

\`\`\`scene
preset: first-choke
at: 4
pace: 1/4
\`\`\`

[CHOKe](aqm:choke) [draws](term:draw) a packet for each arrival.

\`\`\`look
point: queue
\`\`\`

\`\`\`predict share
question: What share of the link does UDP get?
options:
  - Less than half | udp_utilization of choke < 0.5
  - More than half | udp_utilization of choke > 0.5
seeds: 1
\`\`\`

\`\`\`run
until: 6
pace: max
\`\`\`

\`\`\`reveal share
\`\`\`

## The decision

\`\`\`why
lane: choke
event: match_victim
flow: udp
after: 5
say: Both packets are of UDP.
\`\`\`
`;

const LESSON = `./#lesson.1.~${packed(TEXT)}`;

const lesson = (page: Page) => page.getByRole('region', { name: 'Lesson', exact: true });

test('a student follows a lesson by keyboard, predicts, runs the scene, and sees the decision', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(LESSON);
  await expect(lesson(page).getByRole('heading', { name: 'Two steps' })).toBeVisible();
  await expect(lesson(page).getByText('Say what a match is.')).toBeVisible();

  await page.getByRole('button', { name: 'Begin' }).press('Enter');
  await expect(lesson(page).getByRole('heading', { name: 'The rule' })).toBeFocused();
  await expect.poll(() => lab.now_s()).toBe(4);
  await expect(lesson(page).getByText('This step still has a question without an answer.')).toBeVisible();
  await hasNoViolations(page, '.lesson');

  // The figures are hidden until the student has answered, because they show the result that the student should
  // predict.
  await expect(lab.plot('Throughput by class')).toBeHidden();
  await lesson(page).getByRole('radio', { name: 'Less than half' }).check();
  await lesson(page).getByRole('button', { name: 'Give this answer' }).press('Enter');
  await expect(lesson(page).getByText('This step still has')).toBeHidden();
  await expect(lab.plot('Throughput by class')).toBeVisible();
  await lesson(page).getByRole('button', { name: 'Run to 6 s' }).press('Enter');
  await lab.reaches(6);
  expect(await lab.now_s()).toBe(6);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  await lesson(page).getByRole('button', { name: 'Next' }).press('Enter');
  await lesson(page).getByRole('button', { name: 'Why?' }).press('Enter');
  await expect(lesson(page).getByText('Both packets are of UDP.')).toBeVisible();
  await expect(page.getByText('Match found')).toBeVisible();
  const there = await lab.now_s();
  expect(there).toBeGreaterThanOrEqual(5);

  await lesson(page).getByRole('button', { name: 'Why?' }).press('Escape');
  await expect(lesson(page)).toBeHidden();
  expect(await lab.now_s()).toBe(there);
  lab.staysQuiet();
});

test('a lecturer goes through the slides of a lesson with a clicker', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(`${LESSON}/1`);
  await expect(lesson(page)).toBeVisible();
  await page.keyboard.press('p');
  await expect(lesson(page).getByText('Step 1 of 2').first()).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(lesson(page).getByText('What share of the link does UDP get?')).toBeVisible();
  await page.keyboard.press('PageDown');
  await lab.reaches(6);
  // The first press of the key shows the result, the second shows the next step.
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(lesson(page).getByRole('heading', { name: 'The decision' })).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(lesson(page).getByText('Both packets are of UDP.')).toBeVisible();
  await hasNoViolations(page, '.lesson');
  await page.keyboard.press('PageUp');
  await expect(lesson(page).getByRole('heading', { name: 'The rule' })).toBeVisible();
  lab.staysQuiet();
});

test.describe('on a phone', { tag: '@phone' }, () => {
  test('a lesson is below the queue, and the queue stays visible', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open(LESSON);
    await lesson(page).getByRole('button', { name: 'Begin' }).tap();
    await expect(lesson(page).getByRole('heading', { name: 'The rule' })).toBeInViewport();
    await lesson(page).getByText('Less than half').tap();
    await lesson(page).getByRole('button', { name: 'Give this answer' }).tap();
    await lesson(page).getByRole('button', { name: 'Next' }).tap();
    await expect(lesson(page).getByRole('heading', { name: 'The decision' })).toBeInViewport();
    await lesson(page).getByRole('button', { name: 'Why?' }).tap();
    await expect(lesson(page).getByText('Both packets are of UDP.')).toBeVisible();
    await expect(lab.queue).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await hasNoViolations(page, '.lesson');
    lab.staysQuiet();
  });
});
