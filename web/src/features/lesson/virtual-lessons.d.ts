/** Made by `web/lessons-plugin.ts` from the files in `presets/lessons/`. */
declare module 'virtual:lessons' {
  type Lesson = import('../../core/lesson/lesson').Lesson;

  /** An entry in the list of lessons. */
  export interface LessonHead extends Pick<Lesson, 'title' | 'document' | 'minutes' | 'level' | 'learned'> {
    readonly id: string;
    /** The number of steps. */
    readonly steps: number;
  }

  /** The list of lessons, with those for beginners first. */
  export const lessonList: readonly LessonHead[];
  /** The lesson with this id. Undefined if there is none. */
  export function loadLesson(id: string): Promise<Lesson | undefined>;
  /** The Markdown text, which users may copy for their own lessons. */
  export function lessonText(id: string): Promise<string | undefined>;
}
