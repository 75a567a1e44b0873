/** Made by `web/lessons-plugin.ts` from the files in `presets/lessons/`. */
declare module 'virtual:lessons' {
  type Lesson = import('../../core/lesson/lesson').Lesson;

  /** An entry in the list of lessons. */
  export interface LessonHead extends Pick<Lesson, 'title' | 'document' | 'minutes' | 'level' | 'learned'> {
    readonly id: string;
    /** The number of steps. */
    readonly steps: number;
  }

  /** First lessons first. */
  export const lessonList: readonly LessonHead[];
  /** Undefined if there is none of that id. */
  export function loadLesson(id: string): Promise<Lesson | undefined>;
  /** The Markdown text, as a pattern for lessons of one's own. */
  export function lessonText(id: string): Promise<string | undefined>;
}
