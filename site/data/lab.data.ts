/** Counts the lab's contents while the site is built, so that no page contains a hand-typed number. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineLoader } from 'vitepress';
import { readCatalog, readScenes } from '../build/catalog.ts';

const root = join(import.meta.dirname, '..', '..');
const LESSONS = join(root, 'presets', 'lessons');

export interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  readonly level: string;
  /** Skills that the lesson teaches. */
  readonly learned: readonly string[];
}

export interface Lab {
  readonly disciplines: number;
  readonly transports: string;
  readonly scenes: number;
  readonly lessons: readonly Lesson[];
}

declare const data: Lab;

export { data };

export default defineLoader({
  watch: ['../../presets/lessons/*.md', '../../presets/*.json'],
  load(): Lab {
    const { disciplines, transports } = readCatalog(root);
    return {
      disciplines: disciplines.length,
      transports: transports.map(({ name }) => name).join(', '),
      scenes: readScenes(root).length,
      lessons: readdirSync(LESSONS)
        .filter((name) => name.endsWith('.md'))
        .map((name) => lessonOf(name.replace(/\.md$/, ''), readFileSync(join(LESSONS, name), 'utf8'))),
    };
  },
});

/** Reads a lesson's front matter for display. The engine has already checked the lesson. */
function lessonOf(id: string, text: string): Lesson {
  const head = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const word = (name: string): string => {
    const value = new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1];
    if (value === undefined) throw new Error(`presets/lessons/${id}.md has no ${name}`);
    return value;
  };
  const learned = /^learned:\n((?: {2}- .+\n?)+)/m.exec(head)?.[1] ?? '';
  return {
    id,
    title: word('title'),
    minutes: Number(word('minutes')),
    level: word('level'),
    learned: learned.split('\n').flatMap((line) => (line.startsWith('  - ') ? [line.slice(4)] : [])),
  };
}
