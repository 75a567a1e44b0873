/** The lesson on the page: how it comes there, by hand or by an address, and how it leaves. What its steps do stands in `lessons.ts`. */

import type { Preset } from '../../core/border/scenario';
import type { Lesson } from '../../core/lesson/lesson';
import { type LessonSource, lessonStore, NO_LESSON } from '../../core/lesson/lesson-store';
import { setHoveredFlow } from '../../core/page/view-store';
import type { CommandKind } from '../../core/session/command-queue';
import type { Opened } from '../../core/session/door';
import type { Opening } from '../../core/session/opening';
import { isLessonFragment, type SceneAddress } from '../../core/session/scene-address';
import type { SceneRun } from '../../core/session/scene-run';
import type { LessonStage } from './lessons';

interface Around {
  readonly presets: readonly Preset[];
  readonly run: SceneRun;
  readonly address: SceneAddress;
  readonly perform: (kind: CommandKind, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Opens what is parsed, when its turn has come. */
  readonly open: (parse: () => Promise<Opening>) => Promise<Opened>;
}

export class OpenLesson {
  private isFollowed = false;

  constructor(private readonly around: Around) {}

  /** Opens a lesson that was read, at one of its steps; -1: its introduction. Whether its scene opened. */
  open(lesson: Lesson, source: LessonSource, step: number): Promise<Opened> {
    const { presets, open } = this.around;
    return open(async () => {
      const { openingOfLesson } = await import('./lessons');
      return openingOfLesson({ lesson, source, step }, presets);
    });
  }

  /** Before a scene of a lesson opens. */
  async follow(): Promise<void> {
    if (this.isFollowed) return;
    this.isFollowed = true;
    const { followLesson } = await import('./lesson-in-address');
    followLesson(this.around.address);
  }

  /** What carrying out its steps takes. */
  get stage(): LessonStage {
    const { presets, run, perform, open } = this.around;
    return { presets, run, perform, open: (parse) => open(() => Promise.resolve(parse())), leave: () => this.leave() };
  }

  /** The scene stays as it is. */
  leave(): void {
    if (lessonStore.getState().lesson === undefined) return;
    lessonStore.setState(NO_LESSON);
    // It may have been pointed at.
    setHoveredFlow(undefined);
  }

  /** Whether an address may be of another step of the lesson on the page. */
  mayHaveStep(fragment: string): boolean {
    return isLessonFragment(fragment) && lessonStore.getState().lesson !== undefined;
  }

  /** Goes to the step of the lesson on the page that an address names: the scene goes on where both have the same. */
  async stepAt(fragment: string): Promise<(() => Promise<void>) | undefined> {
    const [{ LessonCommands }, { stepOfOpenLesson }] = await Promise.all([
      import('./lessons'),
      import('./lesson-in-address'),
    ]);
    const step = await stepOfOpenLesson(fragment);
    return step === undefined ? undefined : () => new LessonCommands(this.stage).goToStep(step);
  }
}
