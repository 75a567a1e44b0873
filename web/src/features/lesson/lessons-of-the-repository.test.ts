/** Checks of the lessons that the reader in Rust cannot make, since the glossary is in the page. */

import { lessonList, loadLesson } from 'virtual:lessons';
import { expect, test } from 'vitest';
import { GLOSSARY } from '../../base/glossary';

test('every word that a lesson leaves to the glossary is in it', async () => {
  expect(lessonList.length).toBeGreaterThanOrEqual(9);
  const unknown: string[] = [];
  for (const { id } of lessonList) {
    const text = JSON.stringify(await loadLesson(id));
    for (const [, term] of text.matchAll(/"of":"term","name":"([^"]*)"/g))
      if (term !== undefined && !(term in GLOSSARY)) unknown.push(`${id}: ${term}`);
  }
  expect(unknown).toEqual([]);
});
