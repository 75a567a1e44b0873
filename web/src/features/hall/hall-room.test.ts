/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Preset } from '../../core/border/scenario';
import { laneAlone } from '../../core/lesson/hall-address';
import { questionFingerprint, valueStep, writeCode } from '../../core/lesson/hall-code';
import { HALL_METRICS, type HallQuestion, questionOfScene } from '../../core/lesson/hall-question';
import { testRunner } from '../../testing/runner';
import { confirmed, csvOf, HallRoom } from './hall-room';
import { HallRuns } from './hall-runs';
import { histogramOf } from './histogram';

const FILE = JSON.parse(
  readFileSync(new URL('../../../../presets/first-choke.json', import.meta.url), 'utf8'),
) as Preset;
const QUESTION = question();
const CHECK = questionFingerprint(QUESTION.fragment);

function question(): HallQuestion {
  const [metric] = HALL_METRICS;
  const scene = laneAlone({ ...FILE.scenario, duration_s: 5 }, 0);
  const asked = metric === undefined ? undefined : questionOfScene('hall.1.test', metric, scene, 'CHOKe');
  if (asked === undefined) throw new Error('nothing to ask');
  return asked;
}

/** The code from a phone with this seed. */
async function codeOf(seed: number, prediction?: number): Promise<string> {
  const runs = new HallRuns(QUESTION, () => testRunner());
  const { value } = await runs.run(seed).finally(() => runs.close());
  return writeCode({ seed, prediction, step: valueStep(value, QUESTION.answer) }, CHECK, QUESTION.answer);
}

function opened(): HallRoom {
  const room = new HallRoom(QUESTION, () => testRunner());
  room.open();
  return room;
}

describe('the answers to a poll', () => {
  let room: HallRoom;
  const states = (): readonly string[] => room.store.getState().heard.map(({ state }) => state);
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    room = opened();
  });
  afterEach(() => {
    room.close();
    vi.unstubAllGlobals();
  });

  it('are confirmed if the engine gives the same value for the seed, and are otherwise left out', async () => {
    const honest = await codeOf(1_000_007, 0.25);
    expect(room.take(honest)).toEqual({ isTaken: true, words: 'Collected: 1 answer.' });
    const invented = writeCode({ seed: 1_000_008, prediction: undefined, step: 77_777 }, CHECK, QUESTION.answer);
    expect(room.take(invented).isTaken).toBe(true);
    await vi.waitFor(() => expect(states()).toEqual(['confirmed', 'not-confirmed']));
    expect(confirmed(room.store.getState().heard).map(({ prediction }) => prediction)).toEqual([0.25]);
    await vi.waitFor(() => expect(room.store.getState().shown.ofHall?.count).toBe(1));
  });

  it('have means over exactly the displayed runs and answers', async () => {
    const seen: (readonly [number, number | undefined, number, number | undefined])[] = [];
    room.store.subscribe(({ shown: { answers, ownRuns, ofHall, ofOwn } }) =>
      seen.push([answers.length, ofHall?.count, ownRuns.length, ofOwn?.count]),
    );
    room.take(await codeOf(1_000_007));
    room.runOwn();
    await vi.waitFor(() => expect(room.store.getState().shown.ownRuns.length).toBeGreaterThan(3));
    for (const [answers, ofHall = 0, own, ofOwn = 0] of seen) expect([ofHall, ofOwn]).toEqual([answers, own]);
  });

  it('are counted once, and a repetition is reported', async () => {
    const code = await codeOf(1_000_007);
    room.take(code);
    expect(room.take(code.toLowerCase())).toMatchObject({ isTaken: false, words: expect.stringContaining('already') });
    expect(states()).toHaveLength(1);
  });

  it('return when the poll is opened again, until they are cleared', async () => {
    room.take(await codeOf(1_000_007));
    room.take(await codeOf(1_000_009));
    room.close();
    room = opened();
    expect(states()).toHaveLength(2);
    room.remove(1_000_007);
    room.close();
    room = opened();
    expect(room.store.getState().heard.map(({ seed }) => seed)).toEqual([1_000_009]);
    room.clear();
    room.close();
    room = opened();
    expect(states()).toEqual([]);
  });

  it('are saved in one line each', async () => {
    room.take(await codeOf(1_000_007, 0.25));
    await vi.waitFor(() => expect(states()).toEqual(['confirmed']));
    const [head, line] = csvOf(QUESTION, room.store.getState().heard, 'https://x.example/#hall.1.test').split('\r\n');
    expect(head).toBe('code,seed,prediction,value,state,metric,lane,address');
    expect(line).toMatch(/^[0-9A-Z-]{19},1000007,0\.25,0\.\d+,confirmed,udp_utilization,choke,https:\/\/x\.example/);
  });

  it('are saved as text and not as formulas, even if options are untrusted', async () => {
    room.take(await codeOf(1_000_007, 0.25));
    await vi.waitFor(() => expect(states()).toEqual(['confirmed']));
    const answer = { kind: 'choice' as const, options: ['=HYPERLINK("http://evil","x")', '@b'] };
    const question = { ...QUESTION, answer } as unknown as HallQuestion;
    const [heard] = room.store.getState().heard;
    if (heard === undefined) throw new Error('one was heard');
    const [, first, second] = csvOf(
      question,
      [0, 1].map((value) => ({ ...heard, value, run: undefined })),
      '',
    ).split('\r\n');
    expect(first).toContain(`,"'=HYPERLINK(""http://evil"",""x"")",confirmed`);
    expect(second).toContain(",'@b,confirmed");
  });
});

describe('the histogram of a poll', () => {
  const SHARE = { from: 0, to: 1 };

  it('contains every value once, and the whole spread', () => {
    const values = [0.28, 0.291, 0.305, 0.305];
    const own = Array.from({ length: 100 }, (_, seed) => 0.26 + seed * 0.0005);
    const { bins, from, to } = histogramOf(values, own, SHARE);
    expect(bins.flatMap(({ answers }) => answers).sort()).toEqual([0, 1, 2, 3]);
    expect(bins.reduce((sum, bin) => sum + bin.own, 0)).toBeCloseTo(1, 12);
    expect(from).toBeLessThanOrEqual(0.26);
    expect(to).toBeGreaterThanOrEqual(0.3095);
    expect(bins.length).toBeGreaterThan(8);
  });

  it('shows nearly equal values as nearly equal', () => {
    const { from, to } = histogramOf([0.999999, 1], [], SHARE);
    expect(to - from).toBeGreaterThanOrEqual(0.02);
  });

  it('is not filled by three answers', () => {
    const { bins, cell, top } = histogramOf([0.1, 0.2, 0.3], [], SHARE);
    expect(Math.max(...bins.map(({ answers }) => answers.length * cell))).toBeLessThanOrEqual(top);
    expect(cell).toBeLessThan(1 / 3);
  });

  it('covers the whole scale if there are no results', () => {
    const { from, to, bins } = histogramOf([], [], SHARE);
    expect(from).toBeLessThanOrEqual(0);
    expect(to).toBeGreaterThanOrEqual(1);
    expect(bins.every(({ own }) => own === 0)).toBe(true);
  });
});
