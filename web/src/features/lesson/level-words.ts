import type { Lesson } from '../../core/lesson/lesson';

export const LEVEL_WORDS: Readonly<Record<Lesson['level'], string>> = {
  first: 'Introduction',
  second: 'Intermediate',
  advanced: 'Advanced',
};
