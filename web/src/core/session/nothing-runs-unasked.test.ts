/**
 * Tests that scripts of other authors do not run before the user has allowed them. It covers all kinds of addresses
 * with every public parameter, and every other way to open a scene with a script. A spy on the workers records
 * requests. A request that runs the script may be sent only after permission.
 */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseOwnAddress, parseWish } from '../../embed/parse-wish';
import { openLesson } from '../../features/lesson/open-lesson';
import { openMoment } from '../../features/playlist/playlists';
import { testEngine } from '../../testing/engine';
import { testReader } from '../../testing/lesson-reader';
import { testRunner } from '../../testing/runner';
import { PRESET, type StartedSession, settled, started } from '../../testing/session';
import { isAllowed, scriptsWithin } from '../border/allowed-scripts';
import type { EngineClient } from '../border/client';
import type { Question } from '../border/rpc';
import type { Scenario } from '../border/scenario';
import { hallFragmentStart } from '../lesson/hall-address';
import { judgeScript } from '../lesson/judge-script';
import type { Lesson } from '../lesson/lesson';
import { lessonStore, NO_LESSON } from '../lesson/lesson-store';
import { findReport, reportRuns, runKey } from '../lesson/report-runs';
import { playlistFragment } from '../playlist/playlist';
import { takePlaylist } from '../playlist/playlist-store';
import { sceneStore } from '../scene/scene-store';
import { scriptStore } from '../scene/script-store';
import { PARAMETERS } from './public-parameters';
import { knowScript } from './scripts-from-elsewhere';

const SCRIPT_OF = (whose: string): string => `// of ${whose}\nfn enqueue(packet) { drop("overflow"); }\n`;
const sceneOf = (script: string): Scenario => ({
  ...PRESET.scenario,
  lanes: [{ aqm: 'script', params: {}, script }],
});

/** Kinds of requests that run no script. A request of any other kind runs the scripts in it. */
const READING = ['load', 'names', 'read', 'read-recording', 'read-scene', 'read-script', 'decode-link', 'encode-link'];

/** Messages to the workers of lanes. */
let sent: { readonly kind: string; readonly text: string }[] = [];
const spy = (question: Question<{ readonly kind: string }>): void => {
  if ('request' in question) sent.push({ kind: question.request.kind, text: JSON.stringify(question.request) });
};
const hasRun = (script: string): boolean =>
  sent.some(({ kind, text }) => !READING.includes(kind) && text.includes(JSON.stringify(script).slice(1, -1)));

let writer: EngineClient;
const linkOf = async (script: string, view = {}): Promise<string> =>
  writer.encodeLink(sceneOf(script), PRESET.scenario, view);

beforeEach(async () => {
  sent = [];
  writer = await testEngine({ kind: 'full' });
  sceneStore.setState(sceneStore.getInitialState(), true);
  scriptStore.setState(scriptStore.getInitialState(), true);
  lessonStore.setState(NO_LESSON);
});
afterEach(() => vi.restoreAllMocks());

/** Waits for the question to the user, whose code may have to be loaded first. */
const asked = (): Promise<boolean> =>
  vi.waitUntil(() => scriptStore.getState().question !== undefined, { timeout: 30_000, interval: 5 });

const machine = { onQuestion: spy } as const;

interface Way {
  readonly name: string;
  /** Opens the scene. The promise resolves after the test has answered whether the scripts of the scene may run. */
  readonly come: (script: string) => Promise<unknown>;
}

let page: StartedSession | undefined;

const addressed = (name: string, address: (script: string) => Promise<{ fragment: string; search?: string }>): Way => ({
  name,
  come: async (script) => {
    page = undefined;
    page = await started({ machine, ...(await address(script)) });
  },
});

/** A way to open a scene in a page that is already open. */
const into = (name: string, come: (script: string, lab: StartedSession) => unknown): Way => ({
  name,
  come: async (script) => {
    const lab = await started({ machine });
    page = lab;
    await come(script, lab);
  },
});

const WAYS: readonly Way[] = [
  addressed('a link', async (script) => ({ fragment: await linkOf(script) })),
  // The parameter `aqm` is left out, because it would replace the lane that has the script.
  ...Object.entries(PARAMETERS)
    .filter(([word]) => word !== 'aqm')
    .map(([word, { example }]) =>
      addressed(`a link behind ?${word}=${example}`, async (script) => ({
        fragment: await linkOf(script),
        search: `?${word}=${encodeURIComponent(example)}`,
      })),
    ),
  addressed('a link with a moment, in the presenter, below the script', async (script) => ({
    fragment: await linkOf(script, { at_s: 3, half: true, step: 'match', presenter: {}, below: 'script' }),
  })),
  addressed('a hall', async (script) => ({
    fragment: hallFragmentStart('udp_utilization', 'script') + (await linkOf(script)),
  })),
  addressed('a playlist', async (script) => ({
    fragment: playlistFragment({ name: 'theirs', moments: [{ title: 'one', fragment: await linkOf(script) }] }),
  })),
  into('a link that is pasted', async (script, lab) => lab.paste(await linkOf(script))),
  into('a moment of a playlist', async (script, { session }) => {
    takePlaylist({ name: 'theirs', moments: [{ title: 'one', fragment: await linkOf(script) }] }, undefined);
    return openMoment(session.inside, 0);
  }),
  into('a file with a scene', async (script, { session }) =>
    session.openFile(new Blob([JSON.stringify(sceneOf(script))]), 'scene.json'),
  ),
  into('a file with a preset', async (script, { session }) =>
    session.openFile(new Blob([JSON.stringify({ ...PRESET, scenario: sceneOf(script) })]), 'preset.json'),
  ),
  into('a lesson', async (script, { session }) => openLesson(session.inside, lessonWith(script), own(), 0)),
  into('a message to a page that is not a frame', async (script, { session }) =>
    session.open(async (_, parser) => parseWish({ kind: 'link', fragment: await linkOf(script) }, parser)),
  ),
];

const own = () => ({ kind: 'own', text: `---\n${Math.random()}` }) as const;

function lessonWith(script: string): Lesson {
  const scenario = sceneOf(script);
  const scene = { scenario, preset: PRESET.scenario.id, at_s: 0, plays: true, pace: '1' };
  const step = { title: 'One', parts: [], scene: 0, opens: true };
  return { id: 'theirs', title: 'Theirs', scenes: [scene], steps: [step] } as unknown as Lesson;
}

describe.each(WAYS)('a script that arrives by $name', ({ come }) => {
  it('runs only after the user was asked and has allowed it', async () => {
    const script = SCRIPT_OF(`a stranger ${Math.random()}`);
    const coming = come(script);
    expect(await asked()).toBe(true);
    expect(scriptStore.getState().question?.scripts).toEqual([script]);
    expect(hasRun(script)).toBe(false);
    scriptStore.getState().question?.answer(true);
    await coming;
    const runs = (): boolean => page?.session.lanes.some(({ run }) => run.about.id === 'script') === true;
    await vi.waitUntil(runs, { timeout: 30_000 });
    expect(hasRun(script)).toBe(true);
  });

  it('does not run if the user refuses it, whatever is requested next', async () => {
    const script = SCRIPT_OF(`a stranger ${Math.random()}`);
    const coming = come(script);
    expect(await asked()).toBe(true);
    scriptStore.getState().question?.answer(false);
    await coming;
    await settled();
    // After the refusal, a scene without the script is open. This scene can be played, moved in time and undone, and it
    // has results.
    page?.session.togglePlay();
    await page?.play(0.1);
    page?.session.seek(2);
    page?.session.undo();
    await page?.session.results();
    expect(page?.session.lanes.some(({ run }) => run.about.id === 'script')).toBe(false);
    expect(hasRun(script)).toBe(false);
    expect(isAllowed(script)).toBe(false);
  });
});

describe('a script in a frame', () => {
  it('does not run and causes no question, because only the lab asks', async () => {
    const script = SCRIPT_OF('a frame');
    const fragment = await linkOf(script);
    const { session } = await started({
      machine,
      isFramed: true,
      parseFirst: (parser) => parseOwnAddress(`#${fragment}`, parser),
    });
    expect(scriptStore.getState().question).toBeUndefined();
    expect(session.lanes).toEqual([]);
    expect(sceneStore.getState().notices).toEqual([
      {
        kind: 'scripts-in-frame',
        address: `https://example.org/#${fragment}`,
      },
    ]);
    expect(await session.open((_, parser) => parseWish({ kind: 'link', fragment }, parser))).toBe('declined');
    expect(hasRun(script)).toBe(false);
    // The script was allowed before, in the lab in this browser.
    await knowScript(script);
    expect(await session.open((_, parser) => parseWish({ kind: 'link', fragment }, parser))).toBe('opened');
  });
});

describe('a script of a lesson', () => {
  it('in a question needs permission when its experiment starts, and does not run if refused', async () => {
    await started({ machine });
    const script = SCRIPT_OF('a question');
    const experiment = JSON.stringify({ ...PRESET, scenario: sceneOf(script) });
    const connect = vi.fn(() => testRunner());
    const finding = findReport({ experiment, seeds: 2 }, { connect, workers: 1 });
    expect(await asked()).toBe(true);
    expect(scriptStore.getState().question).toMatchObject({ of: 'lesson', scripts: [], hidden: 1 });
    scriptStore.getState().question?.answer(false);
    expect(await finding).toBeUndefined();
    expect(connect).not.toHaveBeenCalled();
    expect(reportRuns.getState()[runKey({ experiment, seeds: 2 })]?.phase).toBe('cancelled');
  });

  it('in a task needs permission when it is checked, and does not run if refused', async () => {
    await started({ machine });
    const part = { kind: 'write', start: SCRIPT_OF('a start'), solution: SCRIPT_OF('a solution'), references: [] };
    // Parsing before the question does not run the script.
    const reader = await testReader();
    const judge = vi.spyOn(reader, 'judge');
    const judging = judgeScript(
      { scenario: PRESET.scenario, part: part as never, script: SCRIPT_OF('a start') },
      { connect: () => Promise.resolve(reader) },
    );
    expect(await asked()).toBe(true);
    scriptStore.getState().question?.answer(false);
    expect(await judging).toBeUndefined();
    expect(judge).not.toHaveBeenCalled();
  });
});

describe('the connection to every worker', () => {
  it('sends no request that runs a forbidden script, for any caller', async () => {
    const script = SCRIPT_OF('a caller');
    const engine = await testEngine({ kind: 'full', onQuestion: spy });
    const refused = /was not allowed to run/;
    await expect(engine.open(sceneOf(script))).rejects.toThrow(refused);
    await expect(engine.divergence(sceneOf(script), 0, 0, 1)).rejects.toThrow(refused);
    await expect(engine.checkScript(script, 1)).rejects.toThrow(refused);
    const runner = await testRunner();
    await expect(runner.open(JSON.stringify({ ...PRESET, scenario: sceneOf(script) }))).rejects.toThrow(refused);
    expect(hasRun(script)).toBe(false);
    // Reading a scene does not run its scripts, so it needs no permission.
    await expect(engine.readScene(JSON.stringify(sceneOf(script)))).resolves.toMatchObject({ id: PRESET.scenario.id });
  });

  it('finds scripts in any field of a message', () => {
    const script = SCRIPT_OF('a corner');
    const deep = { a: [{ b: JSON.stringify({ scenario: sceneOf(script) }) }], c: sceneOf(script) };
    expect(scriptsWithin(deep)).toEqual([script, script]);
    expect(scriptsWithin({ text: '{"aqm":"script","script":' })).toEqual([]);
  });
});
