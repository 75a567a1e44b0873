import { loadLesson } from 'virtual:lessons';
import { describe, expect, it, vi } from 'vitest';
import { testReader } from '../../testing/lesson-reader';
import { allowScript, askAboutScriptsWith, forgetAllowedScripts } from '../border/allowed-scripts';
import {
  begunText,
  type Judged,
  judgedText,
  judgeScript,
  sceneOfVerdict,
  sceneWith,
  scriptOf,
  textFor,
  verdictWords,
  writeParts,
} from './judge-script';
import type { Lesson, WritePart } from './lesson';
import { scriptsOfLesson } from './scripts-of-lesson';

const names: Readonly<Record<string, string>> = { 'drop-tail': 'DropTail', choke: 'CHOKe' };
const name = (id: string): string => names[id] ?? id;

async function tour(): Promise<Lesson> {
  const lesson = await loadLesson('write-choke-yourself');
  if (lesson === undefined) throw new Error('the tour is there');
  return lesson;
}

function task(lesson: Lesson, id: string): { part: WritePart; scenario: Lesson['scenes'][number]['scenario'] } {
  const step = lesson.steps.find(({ parts }) => parts.some((part) => part.kind === 'write' && part.id === id));
  const part = step?.parts.find((one) => one.kind === 'write');
  const scenario = lesson.scenes[step?.scene ?? -1]?.scenario;
  if (part === undefined || scenario === undefined) throw new Error(`there is no task ${id}`);
  return { part, scenario };
}

async function judged(id: string, script: string, look_ms = 0): Promise<[Judged, WritePart]> {
  const lesson = await tour();
  const { part, scenario } = task(lesson, id);
  // The page also allows the scripts of its own lessons, and the text in its editor, without asking the user.
  for (const text of [...scriptsOfLesson(lesson), script]) allowScript(text);
  const verdict = await judgeScript({ scenario, part, script }, { connect: () => testReader(look_ms) });
  if (verdict === undefined) throw new Error('it was stopped');
  return [verdict, part];
}

describe('the text that a check of a task evaluates', () => {
  it('is the text in the editor, even if it has a syntax error, and then nothing is run', async () => {
    const lesson = await tour();
    const { part } = task(lesson, 'drop-tail');
    const kept = { [part.id]: part.solution };
    expect(judgedText(lesson, part, kept, undefined)).toBe(part.solution);
    const lines = part.solution.split('\n');
    const text = lines.map((line) => (line.includes('drop(') ? `${line} blah blah` : line)).join('\n');
    expect(text).not.toBe(part.solution);
    const shown = judgedText(lesson, part, kept, { text, of: part.solution });
    expect(shown).toBe(text);
    const [verdict] = await judged('drop-tail', shown);
    expect(verdict).toMatchObject({ kind: 'unreadable' });
    expect(verdictWords(part, verdict, name)).toMatch(
      /^Line \d+ does not parse, so nothing was checked: .+ \(column \d+\)\.$/,
    );
    // The editor began with another text (`of`) than the stored one, so its text belongs to another task and is not
    // used.
    expect(judgedText(lesson, part, kept, { text, of: 'of another lane' })).toBe(part.solution);
    // The next task has no initial text, so its editor begins with the text of this task.
    const next = writeParts(lesson)[writeParts(lesson).indexOf(part) + 1];
    expect(next?.start).toBeNull();
    if (next !== undefined) expect(judgedText(lesson, next, kept, { text, of: part.solution })).toBe(text);
  });
});

describe('a script by another author', () => {
  it('needs no permission if it has a syntax error, and the result names the line', async () => {
    forgetAllowedScripts();
    const ask = vi.fn(() => Promise.resolve(false));
    askAboutScriptsWith(ask);
    const { part, scenario } = task(await tour(), 'drop-tail');
    const judge = (script: string): Promise<Judged | undefined> =>
      judgeScript({ scenario, part, script }, { connect: () => testReader() });
    expect(await judge('fn enqueue(packet) {\n  admit(;\n}')).toMatchObject({ kind: 'unreadable', line: 2 });
    expect(ask).not.toHaveBeenCalled();
    expect(await judge(part.solution)).toBeUndefined();
    expect(ask).toHaveBeenCalledOnce();
  });
});

describe('a script that a reader wrote for a task', () => {
  it('is stopped with a message if it admits a packet into a full buffer', async () => {
    const { part } = task(await tour(), 'drop-tail');
    const [verdict] = await judged('drop-tail', part.start ?? '');
    expect(verdict).toMatchObject({ kind: 'stopped', seed: 1, line: 5 });
    expect(verdictWords(part, verdict, name)).toMatch(/^Stopped at 0\.\d{3} s, line 5: .*full/);
  });

  it('is right if its decisions equal those of the solution, whether it runs in slices or at once', async () => {
    const { part } = task(await tour(), 'drop-tail');
    const [verdict] = await judged('drop-tail', part.solution);
    expect(verdict).toMatchObject({ kind: 'right', seeds: [1, 2, 3], like: 'drop-tail' });
    expect(verdictWords(part, verdict, name)).toMatch(
      /^Right: it decided on [\d,]+ packets in 3 runs exactly as DropTail\.$/,
    );
    expect(await judged('drop-tail', part.solution, 100)).toEqual([verdict, part]);
  });

  it('is wrong if a decision differs, and a scene shows the time of the difference', async () => {
    const lesson = await tour();
    const { part, scenario } = task(lesson, 'count');
    const before = task(lesson, 'early').part.solution;
    const [verdict] = await judged('count', before);
    expect(verdict).toMatchObject({ kind: 'parted', seed: 1, reference: 0 });
    expect(verdictWords(part, verdict, name)).toMatch(/^At \d+\.\d{3} s CHOKe \w+ the arrival of flow \d+.*; yours /);
    const scene = sceneOfVerdict({ scenario, part, script: before }, verdict);
    expect(scene?.lanes.map(({ aqm }) => aqm)).toEqual(['choke', 'script']);
    expect(scene).toMatchObject({ seed: 1, duration_s: scenario.duration_s });
  });

  it('is wrong if a condition does not hold, and the result names the condition', async () => {
    const { part } = task(await tour(), 'draw');
    const [verdict] = await judged('draw', task(await tour(), 'drop-tail').part.solution);
    expect(verdict).toMatchObject({ kind: 'missed', conditions: [{ holds: false }] });
    expect(verdictWords(part, verdict, name)).toMatch(/^It decides as it should, but /);
  });

  it('is not run if it has a syntax error', async () => {
    const [verdict, part] = await judged('drop-tail', 'fn enqueue(packet) {\n    admt();\n}');
    expect(verdictWords(part, verdict, name)).toBe(
      'Line 2 does not parse, so nothing was checked: unknown function: admt (column 5).',
    );
  });
});

describe('the text in the editor of a task', () => {
  it('starts with the script that the reader wrote for the previous task', async () => {
    const lesson = await tour();
    const [first, second, third] = writeParts(lesson);
    if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');
    expect(textFor(lesson, third, {})).toBe(first.start);
    expect(textFor(lesson, third, { [first.id]: 'one' })).toBe('one');
    expect(textFor(lesson, second, { [first.id]: 'one', [third.id]: 'three' })).toBe('one');
    expect(begunText(lesson, first, {})).toBeUndefined();
    expect(begunText(lesson, second, { [third.id]: 'three' })).toBeUndefined();
    expect(begunText(lesson, third, { [first.id]: 'one' })).toBe('one');
  });

  it('is found in a lane that the task adds after the lanes of the scene', async () => {
    const { scenario } = task(await tour(), 'count');
    expect(scriptOf(scenario)).toBeUndefined();
    expect(scriptOf(sceneWith(scenario, 'text'))).toBe('text');
  });
});
