/** Plays the repository's lessons from start to finish on a phone, as a student would. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lab } from './support/lab';
import { COMPUTED, expect, type Locator, type Page, test } from './support/test';

const folder = fileURLToPath(new URL('../presets/lessons', import.meta.url));
const textOf = (id: string): string => readFileSync(join(folder, `${id}.md`), 'utf8');
const lessons = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/\.md$/, ''));

test('the repository has lessons', () => {
  expect(lessons.length).toBeGreaterThanOrEqual(9);
});

/**
 * True if every lesson is played. Otherwise one lesson of each kind is played, since the engine's tests solve all
 * lessons (`crates/formats/lesson/tests/of_this_repository.rs`).
 */
const isThorough = process.env.CHOKEPOINT_THOROUGH !== undefined;
/** A lesson with questions, a decision and a task. */
const QUESTIONS = 'full-buffer';
/** Two lessons in which the student writes a discipline in the page: a short one and a long one. */
const [WRITING, TOUR] = ['write-random-drop', 'write-choke-yourself'];
const onPhone = lessons.filter((id) => isThorough || id === QUESTIONS);
const atDesk = lessons.filter((id) => id === WRITING || (isThorough && id === TOUR));

test.describe('on a phone', { tag: '@phone' }, () => {
  for (const id of onPhone) test(`${id} can be followed to its end`, ({ page }) => follow(page, id));
});

// The lessons in which the student writes a discipline are played on a desktop screen.
for (const id of atDesk) test(`${id} can be followed to its end on a desktop screen`, ({ page }) => follow(page, id));

/** Puts the solution into the editor and checks it. The editor's initial text does not solve the task. */
async function write(task: Locator): Promise<void> {
  const check = task.getByRole('button', { name: 'Check my script' });
  const solved = task.getByText('✓ solved');
  await check.click();
  await expect(task.getByRole('status')).not.toContainText('Running your script', COMPUTED);
  await expect(solved).toBeHidden();
  await task.getByText('Show the solution').click();
  await task.getByRole('button', { name: 'Copy to the editor' }).click();
  await expect(task.getByRole('status')).toContainText('The script has changed since');
  await check.click();
  await expect(solved).toBeVisible(COMPUTED);
}

async function follow(page: Page, id: string): Promise<void> {
  test.slow();
  const lab = new Lab(page);
  await lab.open(`./#lesson.1.${id}`);
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await page.getByRole('button', { name: 'Begin' }).click();
  const finish = lesson.getByRole('button', { name: 'Finish' });
  const done = { answers: 0, truths: 0, decisions: 0, tasks: 0, scripts: 0 };
  for (;;) {
    for (const question of await lesson.getByRole('region', { name: /^Predict / }).all()) {
      await answer(question);
      done.answers += 1;
    }
    // The runs are only started. They do not end, because the test has stopped the clock, and a lesson does not wait
    // for their end.
    for (const run of await lesson.getByRole('button', { name: /^Run to / }).all()) await run.click();
    for (const truth of await lesson.getByRole('region', { name: /^Result / }).all()) {
      await truth.getByRole('button', { name: 'Compare' }).click();
      await expect(truth.getByRole('button', { name: 'Compare' })).toBeHidden(COMPUTED);
      done.truths += 1;
    }
    for (const why of await lesson.getByRole('button', { name: 'Why?' }).all()) {
      await why.click();
      await expect(lesson.getByText('Searching the run…')).toBeHidden(COMPUTED);
      await expect(lesson.getByRole('button', { name: 'Restore the scene' })).toBeHidden();
      done.decisions += 1;
    }
    for (const task of await lesson.getByRole('region', { name: /^Do / }).all()) {
      await solve(task);
      done.tasks += 1;
    }
    for (const task of await lesson.getByRole('region', { name: /^Write / }).all()) {
      await write(task);
      done.scripts += 1;
    }
    if (await finish.isVisible()) break;
    const before = await lesson.getByRole('heading', { level: 2 }).first().textContent();
    await lesson.getByRole('button', { name: 'Next' }).click();
    await expect(lesson.getByRole('heading', { level: 2 }).first()).not.toHaveText(before ?? '');
  }
  expect(done.truths, 'every question is revealed').toBe(done.answers);
  expect(done.scripts || Math.min(done.answers, done.decisions, done.tasks)).toBeGreaterThan(0);
  expect(done.scripts).toBe(textOf(id).match(/^```write /gm)?.length ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await finish.click();
  await expect(lesson).toBeHidden();
  lab.staysQuiet();
}

/** Submits an answer: a slider position, the first option, or every point of a curve. */
async function answer(question: Locator): Promise<void> {
  const options = question.getByRole('radio');
  if ((await options.count()) > 0) await options.first().check();
  else for (const slider of await question.getByRole('slider').all()) await slider.press('ArrowUp');
  await question.getByRole('button', { name: 'Give this answer' }).click();
}

async function solve(task: Locator): Promise<void> {
  await task.getByText('Show one solution').click();
  await task.getByRole('button', { name: 'Apply to the scene' }).click();
  await task.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(task.getByText('✓ solved')).toBeVisible(COMPUTED);
}
