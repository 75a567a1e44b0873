/**
 * Tests lanes with scripts on the real engine. A lane opens only after the user has allowed its script. It runs, and
 * stops at an error in the script. The script can be edited.
 */

import { loadLesson } from 'virtual:lessons';
import { beforeEach, describe, expect, it } from 'vitest';
import { openLesson } from '../../features/lesson/open-lesson';
import { scriptTexts, testEngine } from '../../testing/engine';
import { PRESET, settled, started } from '../../testing/session';
import { isAllowed } from '../border/allowed-scripts';
import type { Scenario } from '../border/scenario';
import { hallFragmentStart } from '../lesson/hall-address';
import { hallStore, leaveHall } from '../lesson/hall-store';
import { writeParts } from '../lesson/judge-script';
import { lessonStore, NO_LESSON } from '../lesson/lesson-store';
import { scriptsOfLesson } from '../lesson/scripts-of-lesson';
import { followGauges } from '../run/gauge-trail';
import { PACES } from '../run/playback';
import { sceneStore } from '../scene/scene-store';
import { scriptStore } from '../scene/script-store';
import { scriptActions } from './scripts';
import { knowScript } from './scripts-from-elsewhere';

const start = (id: string): string => scriptTexts().starts.find((known) => known.id === id)?.text ?? '';
const CHOKE = start('choke');
const laneOf = (script: string) => ({ aqm: 'script', params: {}, script });
const sceneWith = (...lanes: Scenario['lanes']): Scenario => ({ ...PRESET.scenario, lanes });

const linkOf = async (scenario: Scenario): Promise<string> => {
  const engine = await testEngine({ kind: 'full' });
  return engine.encodeLink(scenario, PRESET.scenario, { at_s: 3 });
};
const answered = async (mayRun: boolean): Promise<void> => {
  while (scriptStore.getState().question === undefined) await settled();
  scriptStore.getState().question?.answer(mayRun);
};

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  scriptStore.setState(scriptStore.getInitialState(), true);
});

describe('a link with a script', () => {
  it('runs beside other lanes after it is allowed, without a second question', async () => {
    const fragment = await linkOf(sceneWith({ aqm: 'choke', params: {} }, laneOf(CHOKE)));
    const asked: (readonly string[] | undefined)[] = [];
    const opening = started({ fragment });
    void answered(true).then(() => asked.push([CHOKE]));
    const { session } = await opening;
    await settled();
    expect(asked).toHaveLength(1);
    expect(session.lanes.map(({ run }) => [run.about.id, run.about.name])).toEqual([
      ['choke', 'CHOKe'],
      ['script', 'CHOKe'],
    ]);
    const [native, script] = session.lanes.map(({ run }) => run.latest.scalars);
    expect(script).toMatchObject({ now_s: 3, arrived: native?.arrived, dropped: native?.dropped });
    // The script has already been allowed.
    await started({ fragment });
    expect(scriptStore.getState().question).toBeUndefined();
  });

  it('does not open if it is not allowed', async () => {
    const opening = started({ fragment: await linkOf(sceneWith(laneOf(`${CHOKE}// by another author\n`))) });
    void answered(false);
    const { session } = await opening;
    expect(session.lanes.map(({ run }) => run.about.id)).toEqual(['choked']);
  });

  it('causes the same question in an audience poll, which closes if the script is not allowed', async () => {
    const link = await linkOf(sceneWith(laneOf(`${CHOKE}// of a hall\n`)));
    const fragment = hallFragmentStart('udp_utilization', 'script') + link;
    const refusing = started({ fragment });
    await answered(false);
    const { session } = await refusing;
    expect(session.lanes.map(({ run }) => run.about.id)).toEqual(['choked']);
    expect(hallStore.getState().answers).toBeUndefined();
    const opening = started({ fragment });
    await answered(true);
    const { session: allowed } = await opening;
    expect(allowed.lanes.map(({ run }) => run.about.id)).toEqual(['script']);
    expect(hallStore.getState().answers?.question.question).toBe(
      'What share of the link does UDP get under this script?',
    );
    leaveHall();
  });
});

describe('a lesson with scripts by another author', () => {
  it('causes one question for its scenes and tasks together, and a refused script does not run', async () => {
    const tour = await loadLesson('write-choke-yourself');
    if (tour === undefined) throw new Error('the tour is there');
    const script = `${CHOKE}// of a lesson\n`;
    const scenario = sceneWith(laneOf(script));
    const lesson = { ...tour, scenes: tour.scenes.map((scene, at) => (at === 0 ? { ...scene, scenario } : scene)) };
    const { session } = await started();

    const refused = openLesson(session.inside, lesson, { kind: 'own', text: 'of a stranger' }, 0);
    while (scriptStore.getState().question === undefined) await settled();
    expect(scriptStore.getState().question).toMatchObject({ of: 'lesson', scripts: [script] });
    // The lesson hides the scripts of its tasks from the user: initial texts, scripts for comparison, and solutions.
    expect(scriptStore.getState().question?.hidden).toBeGreaterThanOrEqual(writeParts(lesson).length);
    scriptStore.getState().question?.answer(false);
    expect(await refused).toBe('declined');
    // The lesson can still be read.
    expect(lessonStore.getState().lesson).toBe(lesson);
    expect(scriptStore.getState().question).toBeUndefined();
    expect(session.lanes.map(({ run }) => run.about.id)).toEqual(['choked']);

    const allowed = openLesson(session.inside, lesson, { kind: 'own', text: 'of a stranger' }, 0);
    void answered(true);
    expect(await allowed).toBe('opened');
    expect(session.lanes.map(({ run }) => run.about.id)).toEqual(['script']);
    expect(scriptsOfLesson(lesson).every(isAllowed)).toBe(true);
    lessonStore.setState(NO_LESSON);
  });
});

it('a script with an error stops, is reported, and can be rewound', async () => {
  const lab = await started();
  const script = 'fn enqueue(packet) {\n  admit();\n}';
  await scriptActions(lab.session).writeScript(1, script);
  lab.session.seek(15);
  await settled();
  const stopped = lab.session.lanes[1]?.run.facts.stopped;
  expect(stopped).toMatchObject({ line: 2, problem: expect.stringContaining('the buffer is full') });
  expect(lab.session.lanes.map(({ run }) => run.latest.scalars.now_s)).toEqual([15, 15]);
  lab.session.seek(0.1);
  await settled();
  expect(lab.session.lanes[1]?.run.facts.stopped).toBeUndefined();
});

describe('the script editor', () => {
  it('writes, corrects and undoes as one change, and a syntax error is reported and changes nothing', async () => {
    const { session } = await started();
    const actions = scriptActions(session);
    await actions.writeScript(1, start('drop-tail'));
    await actions.writeScript(1, CHOKE);
    expect(session.lanes.map(({ run }) => run.facts.script?.about.name)).toEqual([undefined, 'CHOKe']);
    expect(await actions.readScript('fn enqueue(packet) {\n  admt();\n}')).toMatchObject({ line: 2, column: 3 });
    session.undo();
    await settled();
    expect(session.lanes.map(({ run }) => run.about.id)).toEqual(['choked']);
  });

  it('translates a script for other simulators, and lists the lines that they cannot express', async () => {
    const actions = scriptActions((await started()).session);
    const ns3 = await actions.translateScript(CHOKE, 'ns-3');
    expect(ns3).toMatchObject({ file_name: 'scriptchoke.cc', refused: [] });
    expect(ns3.text).toContain('class ScriptCHOKe : public QueueDisc');
    const mixed = CHOKE.replace('fn enqueue(packet) {', 'fn enqueue(packet) {\n    let a = 1; a = 0.5;');
    const ns2 = await actions.translateScript(mixed, 'ns-2');
    const line = mixed.split('\n').findIndex((it) => it.includes('a = 0.5')) + 1;
    expect(ns2.refused.map((it) => it.line)).toEqual([line]);
  });

  it('tests the invariants, and shows where one is violated', async () => {
    const { session, now } = await started();
    const actions = scriptActions(session);
    expect(await actions.checkScript(start('drop-tail'))).toMatchObject({ scenes: 100, broken: null });
    const { broken } = await actions.checkScript('fn enqueue(packet) { admit(); }');
    expect(broken?.law).toBe('no-mistake');
    if (broken === null) return;
    await actions.openBrokenScene(broken.scene, broken.at_s);
    await settled();
    expect(session.lanes[0]?.run.about.id).toBe('script');
    expect(now()).toBeLessThan(broken.at_s);
  });
});

it('a watched gauge has the values at the times of frames, without those of a replaced future', async () => {
  await knowScript(CHOKE);
  const { session, run, frame } = await started({ fragment: await linkOf(sceneWith(laneOf(CHOKE))) });
  followGauges(run());
  const expected: [number, number][] = [];
  for (const at_s of [5, 6, 7]) {
    session.seek(at_s);
    await settled();
    expected.push([at_s, frame().gauges.value[0] ?? Number.NaN]);
  }
  const known = () => {
    const { trail } = run();
    return expected.map(([at_s]) => {
      const instant = trail?.instantBefore(at_s) ?? -1;
      return [trail?.time_s[instant], trail?.values[0]?.[instant]];
    });
  };
  expect(known()).toEqual(expected);
  expect(new Set(expected.map(([, value]) => value)).size).toBe(3);
  session.seek(6);
  await settled();
  expect(known()).toEqual(expected);
  await session.change('queue.params.max_th', 60);
  expect(known().slice(0, 2)).toEqual(expected.slice(0, 2));
  expect(run().trail?.time_s[(run().trail?.length ?? 0) - 1]).toBe(6);
});

it('playing stops exactly when a line with a breakpoint is executed, at every speed, and can continue', async () => {
  await knowScript(CHOKE);
  const drops = CHOKE.split('\n').findIndex((text) => text.includes('"match_arriving"')) + 1;
  // The module for breakpoints is loaded before the test, since playing does not wait for it.
  await import('./breakpoints');
  const stopsAt = async (pace: number, real_s: number): Promise<number[]> => {
    const lab = await started({ fragment: await linkOf(sceneWith(laneOf(CHOKE))) });
    lab.session.seek(0);
    await settled();
    lab.session.setPace(pace);
    scriptStore.setState({ lane: 0, breakpoints: [drops] });
    const stops: number[] = [];
    while (stops.length < 3) {
      lab.session.togglePlay();
      for (let tries = 0; tries < 50 && sceneStore.getState().state === 'playing'; tries += 1) await lab.play(real_s);
      expect(sceneStore.getState().state).toBe('paused');
      const { decision, about } = lab.run();
      expect(decision?.time_s).toBe(lab.now());
      expect(about.code.some(({ text }) => text.includes('match_arriving'))).toBe(true);
      stops.push(lab.now());
    }
    return stops;
  };
  const engine = await testEngine({ kind: 'full' });
  await engine.open(sceneWith(laneOf(CHOKE)));
  const matches: number[] = [];
  for (let match = 0; match < 3; match += 1) {
    const { frame } = await engine.step({ kind: 'match' }, 'forward');
    matches.push(frame.scalars.now_s);
  }
  for (const name of ['1 ×', '20 ×', 'max']) {
    const pace = PACES.findIndex((choice) => choice.name === name);
    expect(pace).toBeGreaterThan(0);
    expect(await stopsAt(pace, 0.5), name).toEqual(matches);
  }
});

it('the next time at which a line is executed is found without moving the run', async () => {
  await knowScript(CHOKE);
  const { session } = await started({ fragment: await linkOf(sceneWith(laneOf(CHOKE))) });
  const script = session.lanes[0]?.run.facts.script;
  const line =
    script?.lines.indexOf(CHOKE.split('\n').findIndex((text) => text.includes('"match_arriving"')) + 1) ?? -1;
  expect(line).toBeGreaterThan(0);
  const engine = await testEngine({ kind: 'full' });
  const { frame } = await engine.open(sceneWith(laneOf(CHOKE)), 3);
  const found = await engine.find({ kind: 'line', lines: [line] });
  expect(found.found).toBe('found');
  expect(frame.scalars.now_s).toBe(3);
  const matched = await engine.step({ kind: 'match' }, 'forward');
  expect(matched.frame.scalars.now_s).toBe(found.at_s);
});
