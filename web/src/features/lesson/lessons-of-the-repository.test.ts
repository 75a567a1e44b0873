/** Tests the built-in lessons against the page's glossary, which the Rust lesson parser does not have. */

import { lessonList, loadLesson } from 'virtual:lessons';
import { expect, test } from 'vitest';
import { GLOSSARY } from '../../base/glossary';

test('every glossary term that a lesson uses exists in the glossary', async () => {
  expect(lessonList.length).toBeGreaterThanOrEqual(9);
  const unknown: string[] = [];
  for (const { id } of lessonList) {
    const text = JSON.stringify(await loadLesson(id));
    for (const [, term] of text.matchAll(/"of":"term","name":"([^"]*)"/g))
      if (term !== undefined && !(term in GLOSSARY)) unknown.push(`${id}: ${term}`);
  }
  expect(unknown).toEqual([]);
});
