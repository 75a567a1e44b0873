import { presets } from 'virtual:presets';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkLesson, trialsOf } from '../../features/lesson/check-lesson';
import { testEngine } from '../../testing/engine';
import { testReader } from '../../testing/lesson-reader';
import { testRunner } from '../../testing/runner';
import type { Question, WorkerLike } from '../border/rpc';
import { askerBehind } from '../engine/bridge';
import type { LessonProblem } from './lesson';
import { readerBehind } from './lesson-reader';
import { MOST_BYTES } from './limits';
import { LessonRefused, readLesson, textOfFile } from './read-lesson';

const connect = () => testRunner();
const read = (text: string) => readLesson(text, { presets, connect: () => testReader() });

const HEAD = `---
title: A lesson
document: none
minutes: 5
level: first
learned:
  - Something
---
`;
const STEP = `
## Look

\`\`\`scene
preset: first-choke
aqm: choke
set:
  - duration_s = 5
\`\`\`
`;
const TASK = (limit: number, solution: string): string => `
\`\`\`do slower
task: Let UDP through less often.
condition:
  - udp_throughput_bps of choke < ${limit}
seeds: 2
solution:
  - ${solution}
\`\`\`
`;
const CHOICE = (first: string, second: string): string => `
\`\`\`predict which
question: Which?
options:
  - One | udp_throughput_bps of choke ${first}
  - Two | udp_throughput_bps of choke ${second}
seeds: 2
\`\`\`

\`\`\`reveal which
\`\`\`
`;

afterEach(() => vi.useRealTimers());

describe('a lesson that the user gives', () => {
  it('is read unchanged', async () => {
    const lesson = await read(HEAD + STEP);
    expect(lesson).toMatchObject({ title: 'A lesson', steps: [{ title: 'Look', line: 10, opens: true }] });
    expect(lesson.scenes[0]?.scenario.duration_s).toBe(5);
  });

  it.each<[string, string, number, RegExp]>([
    ['no front matter', STEP, 1, /front matter|---/],
    ['front matter of nothing', HEAD.replace('minutes: 5', 'minutes: soon') + STEP, 4, /minutes/],
    ['an unknown preset', HEAD + STEP.replace('first-choke', 'first-chok'), 13, /first-chok.*first-choke/],
    ['a script', `${HEAD + STEP}\n<script>alert(1)</script>\n`, 19, /HTML|markup/],
    ['no step', HEAD, 1, /step/],
  ])('is refused with the line if it has %s', async (_, text, line, words) => {
    const [problem] = await problemsOf(text);
    expect(problem?.problem).toMatch(words);
    expect(problem?.line).toBe(line);
  });

  it('is refused if it has a thousand steps', async () => {
    const steps = Array.from({ length: 1000 }, (_, at) => `\n## Step ${at}\n\nText.\n`).join('');
    const problems = await problemsOf(HEAD + STEP + steps);
    expect(problems[0]?.problem).toMatch(/60/);
    expect(problems.length).toBeLessThan(30);
  });

  it('is refused if it has five megabytes, before a worker gets it', async () => {
    const text = `${HEAD}${'x'.repeat(5_000_000)}`;
    const never = () => Promise.reject(new Error('it was'));
    await expect(readLesson(text, { presets, connect: never })).rejects.toThrow(
      /4883 KiB; a lesson has at most 256 KiB/,
    );
    await expect(textOfFile(new Blob([text]))).rejects.toThrow(LessonRefused);
    // Each of these letters has two bytes in UTF-8.
    await expect(readLesson('ß'.repeat(MOST_BYTES - 1), { presets, connect: never })).rejects.toThrow(/at most 256/);
  });

  it('is refused with the line if it is not text', async () => {
    const never = () => Promise.reject(new Error('it was read'));
    const problems = await readLesson('a\nb\0c', { presets, connect: never }).catch(({ problems }) => problems);
    expect(problems).toEqual([{ line: 2, problem: expect.stringMatching(/UTF-8/) }]);
  });

  it('is refused if its worker does not finish reading it', async () => {
    vi.useFakeTimers();
    let isEnded = false;
    const worker: WorkerLike = {
      ...{ onmessage: null, onmessageerror: null, onerror: null },
      postMessage: (message) => {
        const { number, request } = message as Question<{ kind: string }> & { request?: { kind: string } };
        if (request?.kind === 'load')
          worker.onmessage?.({ data: { number, kind: 'done', value: null } } as MessageEvent);
      },
      terminate: () => {
        isEnded = true;
      },
    };
    const silent = async () => readerBehind(await askerBehind(worker, 'full', {} as WebAssembly.Module));
    const outcome = readLesson(HEAD + STEP, { presets, connect: silent }).catch((problem: unknown) => problem);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await outcome).toBeInstanceOf(LessonRefused);
    expect(isEnded).toBe(true);
  });
});

describe("the test of a lesson's questions and tasks", () => {
  it('accepts them if each question has one answer and each task has a solution', async () => {
    const sound = HEAD + STEP + CHOICE('> 1', '< 1') + TASK(200_000, 'flows.0.rate_bps = 100000');
    expect(await tried(sound)).toEqual({ trials: 3, problems: [] });
  });

  it('reports the line of each question or task that fails', async () => {
    const { problems } = await tried(HEAD + STEP + CHOICE('> 1', '> 2') + TASK(200_000, 'flows.0.rate_bps = 1500000'));
    expect(problems).toEqual([
      { line: 19, problem: expect.stringMatching(/exactly one option must clearly hold.*“One” holds.*“Two” holds/s) },
      { line: 30, problem: expect.stringMatching(/the solution does not solve the task/) },
    ]);
    const { problems: solved } = await tried(HEAD + STEP + TASK(9e9, 'flows.0.rate_bps = 100000'));
    expect(solved).toEqual([{ line: 19, problem: expect.stringMatching(/solved before anything is done/) }]);
  });

  it('stops as soon as the result is not needed', async () => {
    const stop = new AbortController();
    const trials = trialsOf(
      await read(HEAD + STEP + CHOICE('> 3', '< 3') + TASK(199_999, 'flows.0.rate_bps = 100001')),
    );
    const seen: number[] = [];
    await checkLesson(trials, {
      ...{ connect, workers: 1, signal: stop.signal },
      onProgress: (done) => {
        seen.push(done);
        stop.abort();
      },
    });
    expect(seen).toEqual([1]);
  });
});

describe('a lesson with scripts', () => {
  const script = 'fn enqueue(packet) { drop("overflow"); }';

  it('is read by the same reader, even if a scene comes from a link that contains a script', async () => {
    const own = `\n\`\`\`script one\n${script}\n\`\`\`\n`;
    expect((await read(`${HEAD}${STEP}${own}`)).steps).toHaveLength(1);
    const writer = await testEngine({ kind: 'full' });
    const first = presets.find(({ scenario }) => scenario.id === 'first-choke');
    if (first === undefined) throw new Error('the preset is there');
    const lanes = [{ aqm: 'script', params: {}, script }];
    const fragment = await writer.encodeLink({ ...first.scenario, lanes }, first.scenario, {});
    const lesson = await read(`${HEAD}\n## Look\n\n\`\`\`scene\nlink: ${fragment}\n\`\`\`\n`);
    expect(lesson.scenes[0]?.scenario.lanes).toMatchObject(lanes);
  });
});

async function problemsOf(text: string): Promise<readonly LessonProblem[]> {
  return read(text).then(
    () => [],
    (problem: unknown) => {
      if (problem instanceof LessonRefused) return problem.problems;
      throw problem;
    },
  );
}

async function tried(text: string): Promise<{ trials: number; problems: readonly LessonProblem[] }> {
  const trials = trialsOf(await read(text));
  let problems: readonly LessonProblem[] = [];
  await checkLesson(trials, {
    ...{ connect, workers: 1, signal: new AbortController().signal },
    onProgress: (_, found) => {
      problems = found;
    },
  });
  return { trials: trials.length, problems };
}
