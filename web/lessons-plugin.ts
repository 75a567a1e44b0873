/**
 * Reads the lessons in `presets/lessons/` during the build, with the parser that the page uses for lessons of its
 * users. A lesson with a problem stops the build, and the message names the line. `virtual:lessons` has a list with the
 * title and the main facts of each lesson. A whole lesson and its text are loaded on demand.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Lesson, LessonProblem } from './src/core/lesson/lesson';

const LIST = 'virtual:lessons';
const ONE = 'virtual:lesson/';

/** Parses the text of a lesson. Throws the problems of the lesson as a JSON list. */
export type ReadLesson = (text: string, presets: string) => string;

interface Folders {
  /** Folder of the presets. The lessons are in its subfolder `lessons`. */
  readonly presets: string;
  /**
   * Folder of the engine package with the parser; undefined if it is not built. Without it, the page has no lessons.
   */
  readonly reader: string | undefined;
}

export function lessons({ presets, reader }: Folders): Plugin {
  const folder = join(presets, 'lessons');
  const ids = (): string[] =>
    reader !== undefined && existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.md'))
          .map((name) => name.replace(/\.md$/, ''))
          .sort()
      : [];
  const path = (id: string): string => join(folder, `${id}.md`);
  let read: Promise<ReadLesson> | undefined;
  const lesson = async (id: string): Promise<Lesson> => {
    if (reader === undefined) throw new Error('nothing reads lessons yet');
    read ??= loadReader(reader);
    return lessonOf(`presets/lessons/${id}.md`, readFileSync(path(id), 'utf8'), allPresets(presets), await read);
  };
  return {
    name: 'lessons',
    resolveId: (id) => (id === LIST || id.startsWith(ONE) ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved.startsWith(`\0${ONE}`)) {
        const id = resolved.slice(ONE.length + 1);
        this.addWatchFile(path(id));
        // The module parses a JSON string at run time, because browsers do this faster than they parse the same data as
        // JavaScript.
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(await lesson(id)))});`;
      }
      if (resolved !== `\0${LIST}`) return undefined;
      const all = ids();
      for (const id of all) this.addWatchFile(path(id));
      const list = await Promise.all(all.map(async (id) => headOf(id, await lesson(id))));
      const order = ['first', 'second', 'advanced'];
      list.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level) || a.minutes - b.minutes);
      const loaders = (from: (id: string) => string): string =>
        `{ ${all.map((id) => `${JSON.stringify(id)}: () => import(${JSON.stringify(from(id))})`).join(', ')} }`;
      return [
        `export const lessonList = JSON.parse(${JSON.stringify(JSON.stringify(list))});`,
        `const lessons = ${loaders((id) => `${ONE}${id}`)};`,
        `const texts = ${loaders((id) => `${path(id)}?raw`)};`,
        // An id may come from an address and be any text, such as `constructor`, which every object inherits.
        'const own = (map, id) => (Object.hasOwn(map, id) ? map[id] : undefined);',
        'export const loadLesson = async (id) => (await own(lessons, id)?.())?.default;',
        'export const lessonText = async (id) => (await own(texts, id)?.())?.default;',
      ].join('\n');
    },
  };
}

/** The entry of a lesson in the list. */
function headOf(id: string, { title, document, minutes, level, steps, learned }: Lesson) {
  return { id, title, document, minutes, level, steps: steps.length, learned };
}

/**
 * Reads a lesson. Throws an error with one line for each problem, in the form `file:line: problem`, which editors turn
 * into links.
 */
export function lessonOf(file: string, text: string, presets: string, read: ReadLesson): Lesson {
  try {
    return JSON.parse(read(text, presets)) as Lesson;
  } catch (thrown) {
    if (typeof thrown !== 'string') throw thrown;
    const problems = JSON.parse(thrown) as readonly LessonProblem[];
    throw new Error(problems.map(({ line, problem }) => `${file}:${line}: ${problem}`).join('\n'));
  }
}

function allPresets(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return `[${files.map((name) => readFileSync(join(folder, name), 'utf8')).join(',')}]`;
}

async function loadReader(folder: string): Promise<ReadLesson> {
  const { initSync, read_lesson } = await import(join(folder, 'chokepoint_full.js'));
  initSync({ module: readFileSync(join(folder, 'chokepoint_full_bg.wasm')) });
  return read_lesson;
}
