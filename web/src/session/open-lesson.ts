/** The lesson on the page: how it comes there, by hand or by an address, and how it leaves. What its steps do stands in `lessons.ts`. */

import type { Lesson } from '../lesson/lesson';
import type { Preset } from '../scenario/scenario';
import { type LessonSource, lessonStore, NO_LESSON } from '../store/lesson-store';
import { leaveFirstMinute, setHoveredFlow } from '../store/view-store';
import type { CommandKind } from './command-queue';
import type { FoundLesson } from './lesson-sources';
import type { LessonStage } from './lessons';
import type { OpeningScenes } from './opening-scenes';
import { isLessonFragment, type SceneAddress } from './scene-address';
import type { SceneRun } from './scene-run';

interface Around {
  readonly presets: readonly Preset[];
  readonly run: SceneRun;
  readonly scenes: OpeningScenes;
  readonly address: SceneAddress;
  readonly perform: (kind: CommandKind, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  readonly writeAddressSoon: () => void;
}

export class OpenLesson {
  private isFollowed = false;
  /** It was opened by an address. */
  private comesByAddress = false;

  constructor(private readonly around: Around) {}

  /** Opens a lesson that was read, at one of its steps; -1: its introduction. */
  async open(lesson: Lesson, source: LessonSource, step: number): Promise<void> {
    const { perform, scenes } = this.around;
    await perform('scene', async (signal) => {
      await scenes.leave();
      await this.openFound({ lesson, source, step }, signal);
    });
  }

  async openAddress(fragment: string, signal: AbortSignal): Promise<void> {
    const { presets, scenes } = this.around;
    const { openLessonAddress } = await import('./lesson-in-address');
    await openLessonAddress(fragment, {
      presets,
      open: (found) => {
        this.comesByAddress = true;
        return this.openFound(found, signal);
      },
      openFirst: () => {
        this.leave();
        return scenes.openFirst(signal);
      },
    });
  }

  /** What carrying out its steps takes. */
  get stage(): LessonStage {
    const { run, perform, scenes } = this.around;
    return {
      run,
      perform,
      openScene: (scene, pace, signal) => scenes.openSceneOfLesson(scene, pace, signal),
      leaveLesson: () => this.leave(),
    };
  }

  /** The scene stays as it is. */
  leave(): void {
    if (lessonStore.getState().lesson === undefined) return;
    lessonStore.setState(NO_LESSON);
    // It may have been pointed at.
    setHoveredFlow(undefined);
    this.around.writeAddressSoon();
  }

  /** Whether an address may be of another step of the lesson on the page. */
  mayHaveStep(fragment: string): boolean {
    return isLessonFragment(fragment) && lessonStore.getState().lesson !== undefined;
  }

  /** Another step of the lesson on the page is no other lesson: the scene goes on where both have the same. */
  async followStep(fragment: string, openOther: () => Promise<void>): Promise<void> {
    const [{ LessonCommands }, { stepOfOpenLesson }] = await Promise.all([
      import('./lessons'),
      import('./lesson-in-address'),
    ]);
    const step = await stepOfOpenLesson(fragment);
    await (step === undefined ? openOther() : new LessonCommands(this.stage).goToStep(step));
  }

  private async openFound({ lesson, source, step }: FoundLesson, signal: AbortSignal): Promise<void> {
    const { run, scenes, address } = this.around;
    const [{ openLesson }, { followLesson }] = await Promise.all([import('./lessons'), import('./lesson-in-address')]);
    if (!this.isFollowed) followLesson(address, () => !this.isNextStepInAddress());
    this.isFollowed = true;
    leaveFirstMinute();
    await openLesson({ lesson, source, step }, run, (scene, pace) => scenes.openSceneOfLesson(scene, pace, signal));
  }

  /** The same text may be packed in other ways: an address that somebody came by is written anew, not beside the old one. */
  private isNextStepInAddress(): boolean {
    const does = this.comesByAddress;
    this.comesByAddress = false;
    return does;
  }
}
