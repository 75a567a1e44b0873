/**
 * Tests the rule for the address: the address must describe the page after any sequence of pastes, edits, undo, Back,
 * reloads, drags, playing or openings, at any speed of the engine. No entry of the history may be lost.
 */
/// <reference types="node" />

import { setImmediate } from 'node:timers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FEATURES } from '../../features';
import { LessonCommands } from '../../features/lesson/lessons';
import { leaveLesson, lessonStage, openLesson } from '../../features/lesson/open-lesson';
import { testEngine } from '../../testing/engine';
import { closedAfterTest, PRESET, settled } from '../../testing/session';
import { FakeTab } from '../../testing/tab';
import type { EngineClient } from '../border/client';
import type { Preset, Scenario } from '../border/scenario';
import { hallFragmentStart } from '../lesson/hall-address';
import { hallStore } from '../lesson/hall-store';
import { builtInLesson } from '../lesson/lesson-sources';
import { lessonStore, NO_LESSON } from '../lesson/lesson-store';
import { showWorkspace, viewStore } from '../page/view-store';
import type { FrameCallback } from '../run/frame-loop';
import { withSetting } from '../scene/edit';
import { sceneStore } from '../scene/scene-store';
import { browserBar, followHistory, keepSearch } from './address';
import type { Unsaid } from './address-bar';
import { isHallFragment, isLessonFragment } from './fragments';
import { Session } from './session';

const LESSON = 'full-buffer';
const SCENES: readonly Scenario[] = ['first', 'second', 'third'].map((id, at) => ({
  ...PRESET.scenario,
  id,
  title: `The ${id} scene`,
  seed: at + 1,
  duration_s: 5,
  flows: PRESET.scenario.flows.slice(0, 1),
}));
const PRESETS: readonly Preset[] = SCENES.map((scenario) => ({ ...PRESET, scenario }));
const RATE = 'flows.0.rate_bps';

const isThorough = process.env.CHOKEPOINT_THOROUGH !== undefined;
/** Seeds of the random sequences, and their length. */
const SEEDS = Array.from({ length: isThorough ? 300 : 24 }, (_, at) => at + 1);
const STEPS = 14;
/**
 * Sequences of actions that lost an entry of the browser's history in an earlier version, in which several parts of the
 * page wrote the address.
 */
const LOST_ONCE: readonly (readonly string[])[] = [
  ['paste', 'look', 'edit, and wait for it', 'back', 'wait', 'forward'],
  ['preset', 'look', 'edit, and wait for it', 'undo, and wait for it', 'back', 'wait', 'forward'],
  ['paste', 'look', 'edit, and wait for it', 'reload'],
  ['paste', 'look', 'edit, and wait for it', 'preset', 'wait', 'back'],
  ['paste', 'look', 'view', 'edit, and wait for it', 'paste a bad link', 'wait', 'back'],
  ['look', 'paste a bad link', 'wait', 'paste a bad link', 'look'],
  ['lesson', 'look', 'edit, and wait for it', 'back', 'look', 'forward'],
];

/** Actions that immediately change a scene. */
const CHANGING: readonly string[] = ['edit', 'undo', 'redo', 'drag'];

/** The random number generator mulberry32. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** An engine that answers after a few turns of the event loop. */
function slow(engine: EngineClient, chance: () => number, life: { readonly is: boolean }): EngineClient {
  return new Proxy(engine, {
    get: (of, name, self) => {
      const method: unknown = Reflect.get(of, name, self);
      if (typeof method !== 'function' || name === 'close') return method;
      return async (...given: unknown[]) => {
        await turns(Math.floor(chance() * 12));
        const answer = (await (method as (...all: unknown[]) => unknown).apply(of, given)) as unknown;
        // A page that has been closed gets no answers.
        return life.is ? answer : new Promise(() => undefined);
      };
    },
  });
}

/** The last loaded page. It must be marked as closed, because otherwise its session would still listen to stores. */
let lastLife = { is: true };

/** A page in a tab that can be reloaded. */
class Page {
  readonly tab = new FakeTab();
  session!: Session;
  readonly faults: unknown[] = [];
  private onTick: FrameCallback = () => undefined;
  private isAlive = { is: true };
  private now_ms = 0;

  constructor(private readonly chance: () => number) {}

  async load(): Promise<void> {
    for (const store of [sceneStore, viewStore, hallStore])
      (store as typeof sceneStore).setState(store.getInitialState() as ReturnType<typeof sceneStore.getState>, true);
    lessonStore.setState(NO_LESSON);
    vi.stubGlobal('window', this.tab.window);
    const life = { is: true };
    lastLife.is = false;
    lastLife = life;
    this.isAlive = life;
    const session = closedAfterTest(
      new Session(PRESETS, {
        features: FEATURES,
        loadArchive: () => Promise.resolve(''),
        connect: async (kind) => slow(await testEngine(kind === undefined ? {} : { kind }), this.chance, life),
        bar: {
          // A page that has been closed neither reads nor writes the address.
          read: () => (life.is ? browserBar.read() : { fragment: '', id: 'left', unsaid: undefined }),
          write: (entry, isNew) => {
            if (life.is) browserBar.write(entry, isNew);
          },
        },
        addressOf: (fragment) => `https://example.org/#${fragment}`,
        keepSearch,
        onFrame: (_, callback) => {
          this.onTick = callback;
          return () => undefined;
        },
        report: (problem) => {
          if (life.is) this.faults.push(problem);
        },
      }),
    );
    this.session = session;
    followHistory({
      follow: () => life.is && session.followAddress(),
      leave: () => session.flushAddress(),
    });
    await session.start();
  }

  async reload(): Promise<void> {
    this.tab.reload();
    this.isAlive.is = false;
    await this.load();
  }

  frames(count: number): void {
    for (let frame = 0; frame < count; frame += 1) {
      this.now_ms += 20;
      this.onTick(this.now_ms);
    }
  }

  /** Waits until all requests are done and the address is updated. */
  async rests(): Promise<void> {
    for (let round = 0; round < 40; round += 1) {
      await turns(20);
      await settled();
      vi.advanceTimersByTime(100);
    }
  }
}

let engine: EngineClient;
beforeAll(async () => {
  engine = await testEngine();
  // Modules are loaded before the test, since loading takes real time and the test uses a fake clock.
  await Promise.all([
    import('./with-full'),
    import('./parse-link'),
    import('../../features/hall/halls'),
    import('../../features/lesson/lessons'),
    import('../../features/lesson/lesson-in-address'),
  ]);
});
afterAll(() => {
  lastLife.is = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The scene that the current entry of the history describes. */
async function saidBy({ hash, state }: FakeTab['present']): Promise<Scenario> {
  const { unsaid } = (state ?? {}) as { unsaid?: Unsaid };
  if (unsaid !== undefined) return unsaid.scenario;
  if (hash === '') return SCENES[0] as Scenario;
  const decoded = await engine.decodeLink(hash, SCENES, '');
  if (decoded === undefined) throw new Error(`${hash} asks for an archive`);
  return decoded.scenario;
}

/** Checks that the address describes the page. */
async function isTrue(tab: FakeTab): Promise<void> {
  const { hash } = tab.present;
  const { scenario } = sceneStore.getState();
  if (isHallFragment(hash)) return expect(hallStore.getState().answers?.question.scene.id).toBe(scenario?.id);
  if (isLessonFragment(hash)) return expect(`lesson.1.${LESSON}/${lessonStore.getState().step + 1}`).toBe(stepIn(hash));
  expect(lessonStore.getState().lesson).toBeUndefined();
  expect(scenario).toEqual(await saidBy(tab.present));
}

/** The number of the step in a fragment. A lesson's address without a step refers to the introduction. */
function stepIn(hash: string): string {
  return hash.includes('/') ? hash : `${hash}/0`;
}

/** A string that identifies the open scene or lesson step, regardless of the changes made in it. */
function identity(): string {
  const { lesson, step } = lessonStore.getState();
  if (lesson !== undefined) return `lesson ${step}`;
  return sceneStore.getState().scenario?.id ?? '';
}

describe('the address', () => {
  it.each(LOST_ONCE.map((names) => ({ names })))(
    'describes the page and loses no entry in sequence %#: $names',
    ({ names }) => sequence(1, names),
    60_000,
  );

  it.each(SEEDS)('describes the page and loses no entry in random sequence %i', (seed) => sequence(seed), 60_000);
});

/** Runs the actions with these names, or random ones. Then goes back through the history and checks every entry. */
async function sequence(seed: number, names?: readonly string[]): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const chance = chanceOf(seed);
  const choose = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const page = new Page(chanceOf(seed + 1e6));
  const { tab } = page;
  /**
   * Both maps have the id of a history entry as their key. `abouts` contains a string that identifies the entry's scene
   * or lesson step. `scenes` contains the entry's scene as JSON, unless an edit may still be running.
   */
  const abouts = new Map<string, string>();
  const scenes = new Map<string, string>();
  const idHere = (): string => (tab.present.state as { id?: string } | null)?.id ?? '';
  const isAsLeft = (): void => {
    const scene = JSON.stringify(sceneStore.getState().scenario);
    // A phone in a poll has a random seed, so its scene is not compared.
    if (!isLessonFragment(tab.present.hash) && !isHallFragment(tab.present.hash))
      expect(scene).toBe(scenes.get(idHere()) ?? scene);
  };
  const look = async (): Promise<void> => {
    await page.rests();
    expect(page.faults).toEqual([]);
    await isTrue(tab);
    expect(abouts.get(idHere()) ?? identity()).toBe(identity());
    abouts.set(idHere(), identity());
    isAsLeft();
    scenes.set(idHere(), JSON.stringify(sceneStore.getState().scenario));
  };
  const links = await Promise.all(
    SCENES.map((scene, at) => engine.encodeLink(withSetting(scene, RATE, 1e6 + at), scene, {})),
  );
  const hall = `${hallFragmentStart('udp_utilization', 'choked')}${links[1]}`;
  const log: string[] = [];
  const actions: Readonly<Record<string, () => unknown>> = {
    paste: () => tab.paste(choose(links)),
    'paste a bad link': () => tab.paste(`9.${seed}`),
    hall: () => tab.paste(hall),
    preset: () => page.session.openPreset(choose(SCENES).id),
    edit: () => page.session.change(RATE, Math.round(1e6 * (1 + chance()))),
    'edit, and wait for it': async () => {
      await page.rests();
      await page.session.change(RATE, Math.round(1e6 * (1 + chance())));
      scenes.set(idHere(), JSON.stringify(sceneStore.getState().scenario));
    },
    undo: () => page.session.undo(),
    'undo, and wait for it': async () => {
      page.session.undo();
      await page.session.results();
      scenes.set(idHere(), JSON.stringify(sceneStore.getState().scenario));
    },
    redo: () => page.session.redo(),
    back: () => tab.go(-1),
    forward: () => tab.go(1),
    reload: () => page.reload(),
    drag: () => {
      for (let at = 0; at < 4; at += 1) void page.session.change(RATE, Math.round(1e6 * (1 + chance())), 77);
      return page.session.settle(77);
    },
    play: () => page.frames(5),
    view: () => showWorkspace(choose(['watch', 'lab', 'distributions', 'sweep'] as const)),
    lesson: async () => {
      const { lesson, source } = await builtInLesson(LESSON);
      void openLesson(page.session.inside, lesson, source, choose([-1, 0, 1]));
    },
    'next step': () =>
      void new LessonCommands(lessonStage(page.session.inside)).goToStep(lessonStore.getState().step + 1),
    'leave the lesson': () => leaveLesson(),
    wait: () => page.rests(),
    look,
  };
  try {
    await page.load();
    await look();
    for (let step = 0; step < (names?.length ?? STEPS); step += 1) {
      const name = names?.[step] ?? choose(Object.keys(actions));
      log.push(name);
      // Until the action is done, the test does not know which history entry changes, so it discards all recorded
      // scenes.
      if (CHANGING.includes(name)) scenes.clear();
      const done = actions[name]?.();
      if (names === undefined && chance() < 0.5) await turns(Math.floor(chance() * 30));
      if (name === 'look' || name === 'reload' || name === 'wait' || name.endsWith('wait for it')) await done;
    }
    await look();
    // Each entry of the history, opened again, shows the content that it had last.
    for (const by of [-tab.at, ...Array.from({ length: tab.entries.length - 1 }, () => 1)]) {
      tab.go(by);
      await page.rests();
      await isTrue(tab);
      expect(identity()).toBe(abouts.get(idHere()) ?? identity());
      isAsLeft();
    }
  } catch (problem) {
    const entries = tab.entries.map(({ hash }, at) => `${at === tab.at ? '>' : ' '} ${hash}`).join('\n');
    throw new Error(`sequence ${seed}: ${log.join(', ')}\n${entries}`, { cause: problem });
  }
}
