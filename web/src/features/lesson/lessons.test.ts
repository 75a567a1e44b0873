import { loadLesson } from 'virtual:lessons';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import type { Scenario } from '../../core/border/scenario';
import { sceneWith, scriptOf, writeParts } from '../../core/lesson/judge-script';
import type { Lesson, LessonPace, LessonScene, Part, WhyPart, WritePart } from '../../core/lesson/lesson';
import { lessonStore, NO_LESSON } from '../../core/lesson/lesson-store';
import { viewStore } from '../../core/page/view-store';
import { PACES, type PaceId, placeOfPace } from '../../core/run/playback';
import { sceneStore } from '../../core/scene/scene-store';
import { knowScript } from '../../core/session/scripts-from-elsewhere';
import { PRESET, type StartedSession, started } from '../../testing/session';
import { walkLesson } from './lesson-slides';
import { keepScripts, LessonCommands, opensScene } from './lessons';
import { lessonStage, openLesson } from './open-lesson';

const CHOKE = { ...PRESET.scenario, id: 'with-choke', lanes: [{ aqm: 'choke', params: {} }] };
const LOOK: Part = {
  kind: 'look',
  line: 4,
  at_s: 6,
  lane: 0,
  show: 'theory',
  point: ['udp', 'queue', 'reason:match_victim'],
};
const RUN: Part = { kind: 'run', line: 5, until_s: 8, pace: '10' };
const WHY: Part = { kind: 'why', line: 6, lane: 0, event: 'match_victim', flow: 'udp', after_s: 3, say: '' };

function step(title: string, scene: number, opens: boolean, ...parts: Part[]): Lesson['steps'][number] {
  return { title, line: 1, scene, opens, parts };
}

function scene(scenario: LessonScene['scenario'], at_s: number, pace: LessonPace): LessonScene {
  return { preset: null, scenario, at_s, pace, plays: false, line: 1 };
}

const LESSON: Lesson = {
  title: 'A lesson',
  document: 'nothing',
  minutes: 5,
  level: 'first',
  learned: [],
  introduction: [],
  scenes: [scene(PRESET.scenario, 2, '1/4'), scene(CHOKE, 5, 'max')],
  steps: [
    step('One', 0, true, { kind: 'text', blocks: [] }, RUN),
    step('Two', 0, false, { kind: 'text', blocks: [] }, LOOK, RUN),
    step('Three', 1, true, WHY),
  ],
};

async function opened(at = 0): Promise<StartedSession & { lesson: LessonCommands }> {
  const page = await started();
  await openLesson(page.session.inside, LESSON, { kind: 'own', text: 'the text' }, at);
  return { ...page, lesson: new LessonCommands(lessonStage(page.session.inside)) };
}

afterEach(() => lessonStore.setState(NO_LESSON));

describe('a step of a lesson', () => {
  it('opens its scene at the given time and speed, paused', async () => {
    const { now } = await opened();
    expect(now()).toBe(2);
    expect(sceneStore.getState().state).toBe('paused');
    expect(PACES[sceneStore.getState().pace]?.name).toBe('1/4 ×');
  });

  it('leaves the scene unchanged if it has no scene of its own', async () => {
    const { lesson, session, now } = await opened();
    await session.change('flows.0.rate_bps', 3e6);
    await lesson.goToStep(1);
    expect(sceneStore.getState().scenario?.interventions).toHaveLength(1);
    // The step begins with a `look` part that goes to 6 s, so the time changes although the scene does not.
    expect(now()).toBe(6);
  });

  it('opens its scene in both directions, and again if the step starts the same scene', async () => {
    const { lesson, now, run } = await opened();
    await lesson.goToStep(2);
    expect(run().facts.aqm).toBe('choke');
    await lesson.goToStep(1);
    expect(run().facts.aqm).toBe('choked');
    expect(now()).toBe(6);
    expect([opensScene(LESSON, 0, 1), opensScene(LESSON, 1, 0), opensScene(LESSON, 2, 1)]).toEqual([false, true, true]);
  });

  it('accepts the same speeds as the page', () => {
    expectTypeOf<LessonPace>().toEqualTypeOf<PaceId>();
    const words = ['1 packet', '5 packets', '1/50', '1/2', '1', '20', 'max'] as const;
    expect(words.map((word) => PACES[placeOfPace(word)]?.name)).toEqual([
      '1 packet at a time',
      '5 packets/s',
      '1/50 ×',
      '1/2 ×',
      '1 ×',
      '20 ×',
      'max',
    ]);
  });
});

describe('a part that shows something', () => {
  it('goes to its time, and highlights parts of the page and one flow', async () => {
    const { lesson, session, now } = await opened();
    session.togglePlay();
    await lesson.look(LOOK);
    expect(now()).toBe(6);
    expect(sceneStore.getState().state).toBe('paused');
    expect(lessonStore.getState().points).toEqual(['queue']);
    expect(viewStore.getState()).toMatchObject({ workspace: 'theory', hoveredFlow: 0 });
    expect(session.lanes[0]?.run.catalog.reasons[viewStore.getState().highlightedReason ?? -1]?.id).toBe(
      'match_victim',
    );
    lesson.leave();
    expect(viewStore.getState().hoveredFlow).toBeUndefined();
    expect(lessonStore.getState().lesson).toBeUndefined();
  });
});

describe('a part that runs the scene', () => {
  it('plays exactly to its time, and can start again from the beginning of its scene', async () => {
    const { lesson, play, now } = await opened();
    await lesson.runTo(RUN);
    expect(sceneStore.getState().state).toBe('playing');
    await play(1.5);
    expect(now()).toBe(8);
    expect(sceneStore.getState().state).toBe('paused');
    await lesson.runTo(RUN);
    expect(now()).toBe(2);
    await play(1.5);
    expect(now()).toBe(8);
  });

  it('does not stop a reader who continues alone', async () => {
    const { lesson, session, play, now } = await opened();
    await lesson.runTo(RUN);
    await play(1.5);
    session.togglePlay();
    await play(0.5);
    expect(now()).toBeGreaterThan(12);
  });
});

describe('a part that asks why', () => {
  it('goes to the first such decision after a given time, before the drops of a match', async () => {
    const { lesson, frame } = await opened(2);
    await lesson.findWhy(WHY);
    const { why } = lessonStore.getState();
    expect(why).toMatchObject({ line: 6, found: { kind: 'found', flow: 0 } });
    const at_s = why !== undefined && why.found !== 'searching' && why.found.kind === 'found' ? why.found.at_s : 0;
    expect(at_s).toBeGreaterThanOrEqual(3);
    expect(frame().scalars.now_s).toBe(at_s);
    expect(sceneStore.getState().isHalfway).toBe(true);
  });

  it('simulates as far as needed', async () => {
    const { lesson, now } = await opened(2);
    await lesson.findWhy({ ...WHY, after_s: 15 });
    expect(lessonStore.getState().why?.found).toMatchObject({ kind: 'found' });
    expect(now()).toBeGreaterThanOrEqual(15);
  });

  it('reports if there is no such decision', async () => {
    const { lesson } = await opened(2);
    const never: WhyPart = { ...WHY, event: 'mark_early' };
    await lesson.findWhy(never);
    expect(lessonStore.getState().why?.found).toEqual({ kind: 'nowhere', from_s: 3, until_s: 20 });
    await lesson.findWhy({ ...never, lane: 3 });
    expect(lessonStore.getState().why?.found).toEqual({ kind: 'no-lane' });
  });
});

describe('a task that asks for a script', () => {
  async function tour(): Promise<Lesson> {
    const lesson = await loadLesson('write-choke-yourself');
    if (lesson === undefined) throw new Error('the tour is there');
    return lesson;
  }
  const task = (lesson: Lesson, id: string): WritePart => {
    const part = writeParts(lesson).find((one) => one.id === id);
    if (part === undefined) throw new Error(`there is no task ${id}`);
    return part;
  };
  const stepOf = (lesson: Lesson, id: string): number =>
    lesson.steps.findIndex(({ parts }) => parts.some((part) => part.kind === 'write' && part.id === id));
  const aqms = (): readonly string[] | undefined => sceneStore.getState().scenario?.lanes.map(({ aqm }) => aqm);

  it('puts the reader’s lane after those of the scene, and keeps the script for later steps', async () => {
    const lesson = await tour();
    const page = await started();
    const forget = keepScripts();
    await openLesson(
      page.session.inside,
      lesson,
      { kind: 'built-in', id: 'write-choke-yourself' },
      stepOf(lesson, 'drop-tail'),
    );
    const commands = new LessonCommands(lessonStage(page.session.inside));
    const first = task(lesson, 'drop-tail');
    expect(aqms()).toEqual(['drop-tail']);
    await commands.openEditor(first);
    expect(aqms()).toEqual(['drop-tail', 'script']);
    expect(viewStore.getState().workspace).toBe('script');
    expect(lessonStore.getState().scripts).toEqual({ 'drop-tail': first.start });

    const written = `${first.solution}// by hand\n`;
    // Registers the text with the engine, as the editor does after the user types.
    await knowScript(written);
    const { scenario } = sceneStore.getState();
    await page.session.setLanes(
      () => sceneWith({ ...scenario, lanes: scenario?.lanes.slice(0, 1) } as Scenario, written).lanes,
    );
    expect(lessonStore.getState().scripts).toEqual({ 'drop-tail': written });
    await commands.goToStep(stepOf(lesson, 'draw'));
    expect(scriptOf(sceneStore.getState().scenario)).toBe(written);
    // The scene of the step `average` has a CHOKe lane, and the reader's script is in a second lane beside it. The
    // script also stays stored for the task `drop-tail`.
    await commands.goToStep(stepOf(lesson, 'average'));
    expect(aqms()).toEqual(['choke', 'script']);
    expect(scriptOf(sceneStore.getState().scenario)).toBe(written);
    expect(viewStore.getState().workspace).toBe('script');
    expect(lessonStore.getState().scripts).toEqual({ 'drop-tail': written });
    forget();
  });

  it('shows the time of a verdict with both queues, under the seed of that run', async () => {
    const lesson = await tour();
    const page = await started();
    await openLesson(
      page.session.inside,
      lesson,
      { kind: 'built-in', id: 'write-choke-yourself' },
      stepOf(lesson, 'count'),
    );
    const commands = new LessonCommands(lessonStage(page.session.inside));
    await commands.showVerdict(task(lesson, 'count'), {
      ...{ kind: 'parted', seed: 7, at_s: 1.25, reference: 0, theirs: 'admits', yours: 'drops' },
    });
    expect(aqms()).toEqual(['choke', 'script']);
    expect(sceneStore.getState().scenario?.seed).toBe(7);
    expect(page.now()).toBe(1.25);
  });
});

describe('the clicker in a lesson', () => {
  it('goes from part to part, performs the part that it reaches, and continues with the next step', async () => {
    const { lesson, now } = await opened(1);
    expect(lessonStore.getState().part).toBe(1);
    expect(now()).toBe(6);
    await walkLesson(lesson, 1);
    expect(sceneStore.getState().state).toBe('playing');
    await walkLesson(lesson, 1);
    expect(lessonStore.getState()).toMatchObject({ step: 2, part: -1, why: undefined });
    await walkLesson(lesson, 1);
    expect(lessonStore.getState()).toMatchObject({ part: 0, why: { found: { kind: 'found' } } });
    await walkLesson(lesson, -1);
    expect(lessonStore.getState().step).toBe(1);
  });
});
